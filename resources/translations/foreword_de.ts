<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>Foreword</name>
    <message>
      <source>
Click to read it, Delete removes it.</source>
      <translation>
Klicken zum Lesen, Entf entfernt sie.</translation>
    </message>
    <message>
      <source> min</source>
      <translation> min</translation>
    </message>
    <message>
      <source> or </source>
      <translation> oder </translation>
    </message>
    <message>
      <source> tokens</source>
      <translation> Token</translation>
    </message>
    <message>
      <source>&amp;About Foreword</source>
      <translation>&amp;Über Foreword</translation>
    </message>
    <message>
      <source>&amp;All Commands…</source>
      <translation>Alle &amp;Befehle …</translation>
    </message>
    <message>
      <source>&amp;Assistants…</source>
      <translation>&amp;Assistenten …</translation>
    </message>
    <message>
      <source>&amp;Attach Files…</source>
      <translation>Dateien &amp;anhängen …</translation>
    </message>
    <message>
      <source>&amp;Back Up Everything…</source>
      <translation>Alles si&amp;chern …</translation>
    </message>
    <message>
      <source>&amp;Branch into a New Chat</source>
      <translation>In neuen Chat ab&amp;zweigen</translation>
    </message>
    <message>
      <source>&amp;Cancel Loading</source>
      <translation>Laden &amp;abbrechen</translation>
    </message>
    <message>
      <source>&amp;Chat</source>
      <translation>&amp;Chat</translation>
    </message>
    <message>
      <source>&amp;Chats</source>
      <translation>&amp;Chats</translation>
    </message>
    <message>
      <source>&amp;Copy Last Reply</source>
      <translation>Letzte Antwort &amp;kopieren</translation>
    </message>
    <message>
      <source>&amp;Dark</source>
      <translation>&amp;Dunkel</translation>
    </message>
    <message>
      <source>&amp;Delete</source>
      <translation>&amp;Löschen</translation>
    </message>
    <message>
      <source>&amp;Delete Folder…</source>
      <translation>Ordner &amp;löschen …</translation>
    </message>
    <message>
      <source>&amp;Delete Last Reply…</source>
      <translation>Letzte Antwort &amp;löschen …</translation>
    </message>
    <message>
      <source>&amp;Edit Last Question</source>
      <translation>Letzte &amp;Frage bearbeiten</translation>
    </message>
    <message>
      <source>&amp;Export Chats…</source>
      <translation>Chats e&amp;xportieren …</translation>
    </message>
    <message>
      <source>&amp;Export…</source>
      <translation>E&amp;xportieren …</translation>
    </message>
    <message>
      <source>&amp;Follow the System</source>
      <translation>&amp;Wie das System</translation>
    </message>
    <message>
      <source>&amp;Full Screen</source>
      <translation>&amp;Vollbild</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>&amp;Hilfe</translation>
    </message>
    <message>
      <source>&amp;Import Chats…</source>
      <translation>Chats &amp;importieren …</translation>
    </message>
    <message>
      <source>&amp;Install Plugins…</source>
      <translation>Plugins &amp;installieren …</translation>
    </message>
    <message>
      <source>&amp;Jump to Latest</source>
      <translation>Zum &amp;Neuesten springen</translation>
    </message>
    <message>
      <source>&amp;Keyboard Shortcuts</source>
      <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
      <source>&amp;Light</source>
      <translation>&amp;Hell</translation>
    </message>
    <message>
      <source>&amp;Live Panel</source>
      <translation>&amp;Live-Anzeige</translation>
    </message>
    <message>
      <source>&amp;Load the Model</source>
      <translation>Modell &amp;laden</translation>
    </message>
    <message>
      <source>&amp;Manage Speculators…</source>
      <translation>Spekulatoren &amp;verwalten …</translation>
    </message>
    <message>
      <source>&amp;Model</source>
      <translation>&amp;Modell</translation>
    </message>
    <message>
      <source>&amp;Models…</source>
      <translation>&amp;Modelle …</translation>
    </message>
    <message>
      <source>&amp;Move to Folder</source>
      <translation>In O&amp;rdner verschieben</translation>
    </message>
    <message>
      <source>&amp;New Chat</source>
      <translation>&amp;Neuer Chat</translation>
    </message>
    <message>
      <source>&amp;New Folder…</source>
      <translation>&amp;Neuer Ordner …</translation>
    </message>
    <message>
      <source>&amp;Next Version</source>
      <translation>Nä&amp;chste Version</translation>
    </message>
    <message>
      <source>&amp;No Folder</source>
      <translation>&amp;Kein Ordner</translation>
    </message>
    <message>
      <source>&amp;Previous Chat</source>
      <translation>&amp;Vorheriger Chat</translation>
    </message>
    <message>
      <source>&amp;Previous Version</source>
      <translation>&amp;Vorherige Version</translation>
    </message>
    <message>
      <source>&amp;Quit</source>
      <translation>&amp;Beenden</translation>
    </message>
    <message>
      <source>&amp;Regenerate</source>
      <translation>&amp;Neu erzeugen</translation>
    </message>
    <message>
      <source>&amp;Rename…</source>
      <translation>&amp;Umbenennen …</translation>
    </message>
    <message>
      <source>&amp;Reply</source>
      <translation>&amp;Antwort</translation>
    </message>
    <message>
      <source>&amp;Restore a Backup…</source>
      <translation>Sicherung &amp;wiederherstellen …</translation>
    </message>
    <message>
      <source>&amp;Search Chats…</source>
      <translation>Chats durch&amp;suchen …</translation>
    </message>
    <message>
      <source>&amp;Stop</source>
      <translation>S&amp;toppen</translation>
    </message>
    <message>
      <source>&amp;Theme</source>
      <translation>&amp;Design</translation>
    </message>
    <message>
      <source>&amp;Unload the Model</source>
      <translation>Modell &amp;entladen</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>An&amp;sicht</translation>
    </message>
    <message>
      <source>&amp;Write a Message</source>
      <translation>Nachricht &amp;schreiben</translation>
    </message>
    <message>
      <source>, </source>
      <translation>, </translation>
    </message>
    <message>
      <source>0 always takes the likeliest token; higher is more varied.</source>
      <translation>0 nimmt immer das wahrscheinlichste Token; höher ist abwechslungsreicher.</translation>
    </message>
    <message>
      <source>12 to 24 GB of memory</source>
      <translation>12 bis 24 GB Speicher</translation>
    </message>
    <message>
      <source>2 to 6 GB of memory</source>
      <translation>2 bis 6 GB Speicher</translation>
    </message>
    <message>
      <source>24 to 48 GB of memory</source>
      <translation>24 bis 48 GB Speicher</translation>
    </message>
    <message>
      <source>6 to 12 GB of memory</source>
      <translation>6 bis 12 GB Speicher</translation>
    </message>
    <message>
      <source>A GGUF file is expanded when it is loaded: it takes as much memory as the same model in the chosen precision, not the size of the file.</source>
      <translation>Eine GGUF-Datei wird beim Laden entpackt: Sie braucht so viel Speicher wie dasselbe Modell in der gewählten Genauigkeit, nicht nur die Dateigröße.</translation>
    </message>
    <message>
      <source>A backup waits: it will be restored at the next start.</source>
      <translation>Eine Sicherung wartet: Sie wird beim nächsten Start wiederhergestellt.</translation>
    </message>
    <message>
      <source>A classic: plain, quick answers in European languages.</source>
      <translation>Ein Klassiker: schlichte, schnelle Antworten in europäischen Sprachen.</translation>
    </message>
    <message>
      <source>A desktop chat for local language models that drafts ahead: the same answer, sooner.

Everything stays on this computer, can be seen, and can be deleted for good.</source>
      <translation>Ein Chat für lokale Sprachmodelle, der vorausschreibt: dieselbe Antwort, nur früher.

Alles bleibt auf diesem Computer, lässt sich ansehen und endgültig löschen.</translation>
    </message>
    <message>
      <source>A file for each chat, in a new folder</source>
      <translation>Eine Datei je Chat, in einem neuen Ordner</translation>
    </message>
    <message>
      <source>A folder, a GGUF file or a hub id; empty means the starter model.</source>
      <translation>Ordner, GGUF-Datei oder Hub-ID; leer heißt Startmodell.</translation>
    </message>
    <message>
      <source>A good all-rounder for computers without a graphics card.</source>
      <translation>Ein guter Allrounder für Computer ohne Grafikkarte.</translation>
    </message>
    <message>
      <source>A new assistant with all that this chat sets</source>
      <translation>Neuer Assistent mit allen Optionen dieses Chats</translation>
    </message>
    <message>
      <source>A page for reading in any browser, in one file. Follows light and dark.</source>
      <translation>Eine Seite für jeden Browser, in einer Datei. Folgt Hell und Dunkel.</translation>
    </message>
    <message>
      <source>A plugin brings speculators.</source>
      <translation>Ein Plugin bringt Spekulatoren mit.</translation>
    </message>
    <message>
      <source>A plugin is a program. It runs with your rights: it can read, change and send whatever you can. Install only what you trust.</source>
      <translation>Ein Plugin ist ein Programm. Es läuft mit den Rechten dieses Benutzerkontos: Es kann alles lesen, ändern und versenden, was dieses Konto kann. Nur installieren, was vertrauenswürdig ist.</translation>
    </message>
    <message>
      <source>A reply could not be saved; Foreword will try again. {error}</source>
      <translation>Eine Antwort konnte nicht gesichert werden; Foreword versucht es erneut. {error}</translation>
    </message>
    <message>
      <source>A reply is being checked already.</source>
      <translation>Es wird schon eine Antwort geprüft.</translation>
    </message>
    <message>
      <source>A reply is being written in another chat. Esc stops it.</source>
      <translation>In einem anderen Chat wird eine Antwort geschrieben. Esc stoppt sie.</translation>
    </message>
    <message>
      <source>A reply is being written. Stop it?</source>
      <translation>Eine Antwort wird gerade geschrieben. Stoppen?</translation>
    </message>
    <message>
      <source>A reply is still being written here. Stop it first, or wait until it is done.</source>
      <translation>Hier wird noch eine Antwort geschrieben. Erst stoppen oder warten, bis sie fertig ist.</translation>
    </message>
    <message>
      <source>A reply is still being written.</source>
      <translation>Es wird noch eine Antwort geschrieben.</translation>
    </message>
    <message>
      <source>A reply is still being written. Stop it first, or wait until it is done.</source>
      <translation>Es wird noch eine Antwort geschrieben. Erst stoppen oder warten, bis sie fertig ist.</translation>
    </message>
    <message>
      <source>A smaller model of the same family can write a few tokens ahead. The answers stay the same; whether it is sooner is measured while it drafts.</source>
      <translation>Ein kleineres Modell derselben Familie kann einige Token vorausschreiben. Die Antworten bleiben gleich; ob es schneller ist, wird beim Entwerfen gemessen.</translation>
    </message>
    <message>
      <source>A speculator is a program with your rights on this computer. Use those you trust.</source>
      <translation>Ein Spekulator ist ein Programm mit den Rechten dieses Benutzerkontos. Nur vertrauenswürdige verwenden.</translation>
    </message>
    <message>
      <source>A speculator proposes the next words; the model checks them and keeps only those that it would have written itself. The answer stays the same, it comes sooner. A switch takes effect at the next step, in the middle of a reply too.</source>
      <translation>Ein Spekulator schlägt die nächsten Wörter vor; das Modell prüft sie und behält nur die, die es selbst geschrieben hätte. Die Antwort bleibt gleich, sie kommt früher. Ein Schalter wirkt ab dem nächsten Schritt, auch mitten in einer Antwort.</translation>
    </message>
    <message>
      <source>A switch takes effect at the next step, in the middle of a reply too. The answer stays the same.</source>
      <translation>Ein Schalter wirkt ab dem nächsten Schritt, auch mitten in einer Antwort. Die Antwort bleibt gleich.</translation>
    </message>
    <message>
      <source>A token is set.</source>
      <translation>Ein Zugriffstoken ist hinterlegt.</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Angaben</translation>
    </message>
    <message>
      <source>About Foreword</source>
      <translation>Über Foreword</translation>
    </message>
    <message>
      <source>About as fast as without drafts</source>
      <translation>Etwa so schnell wie ohne Entwürfe</translation>
    </message>
    <message>
      <source>About {name}</source>
      <translation>Über {name}</translation>
    </message>
    <message>
      <source>Above 0 makes tokens less likely with each time that the reply has them.</source>
      <translation>Über 0 werden Token mit jedem Vorkommen in der Antwort unwahrscheinlicher.</translation>
    </message>
    <message>
      <source>Above 0 makes tokens that the reply already has less likely, however often.</source>
      <translation>Über 0 werden Token, die die Antwort schon hat, unwahrscheinlicher, egal wie oft.</translation>
    </message>
    <message>
      <source>Above 1 makes tokens already used less likely.</source>
      <translation>Über 1 werden schon verwendete Token unwahrscheinlicher.</translation>
    </message>
    <message>
      <source>Acceptance: {percent} %</source>
      <translation>Annahme: {percent} %</translation>
    </message>
    <message>
      <source>Accepted</source>
      <translation>Angenommen</translation>
    </message>
    <message>
      <source>Accepted (kept): {count}</source>
      <translation>Angenommen (behalten): {count}</translation>
    </message>
    <message>
      <source>Access token</source>
      <translation>Zugriffstoken</translation>
    </message>
    <message>
      <source>Access token of Hugging Face</source>
      <translation>Zugriffstoken von Hugging Face</translation>
    </message>
    <message>
      <source>Active</source>
      <translation>Aktiv</translation>
    </message>
    <message>
      <source>Actual &amp;Size</source>
      <translation>&amp;Originalgröße</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
      <source>Address of a proxy for downloads, such as http://proxy:3128; empty takes the system's.</source>
      <translation>Adresse eines Proxys für Downloads, etwa http://proxy:3128; leer nimmt den des Systems.</translation>
    </message>
    <message>
      <source>After installing, it is loaded once in a process of its own, to see that it starts. In Foreword it starts switched off: switch it on under Speculators.</source>
      <translation>Nach dem Installieren wird es einmal in einem eigenen Prozess geladen, um zu sehen, ob es startet. In Foreword ist es zunächst aus: unter Spekulatoren einschalten.</translation>
    </message>
    <message>
      <source>All Commands</source>
      <translation>Alle Befehle</translation>
    </message>
    <message>
      <source>All chats ({count:,})</source>
      <translation>Alle Chats ({count:,})</translation>
    </message>
    <message>
      <source>All files (*)</source>
      <translation>Alle Dateien (*)</translation>
    </message>
    <message>
      <source>Allow building from source</source>
      <translation>Bauen aus Quelltext erlauben</translation>
    </message>
    <message>
      <source>Alpaca: ### Instruction</source>
      <translation>Alpaca: ### Instruction</translation>
    </message>
    <message>
      <source>Also delete what it has stored</source>
      <translation>Auch löschen, was es gespeichert hat</translation>
    </message>
    <message>
      <source>Always</source>
      <translation>Immer</translation>
    </message>
    <message>
      <source>An assistant is a name for instructions and options that chats can share. A chat takes what its assistant sets, and may set other values for itself.</source>
      <translation>Ein Assistent ist ein Name für Anweisungen und Optionen, die mehrere Chats teilen können. Ein Chat übernimmt, was sein Assistent festlegt, und kann für sich andere Werte setzen.</translation>
    </message>
    <message>
      <source>An assistant needs a name.</source>
      <translation>Ein Assistent braucht einen Namen.</translation>
    </message>
    <message>
      <source>And {count} more.</source>
      <translation>Und {count} weitere.</translation>
    </message>
    <message numerus="yes">
      <source>And {n} more were refused.</source>
      <extracomment>One: And {n} more was refused.</extracomment>
      <translation>
        <numerusform>Und {n} weitere wurde abgelehnt.</numerusform>
        <numerusform>Und {n} weitere wurden abgelehnt.</numerusform>
      </translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>Darstellung</translation>
    </message>
    <message>
      <source>Architecture</source>
      <translation>Architektur</translation>
    </message>
    <message>
      <source>As in the settings: {name}</source>
      <translation>Wie in den Einstellungen: {name}</translation>
    </message>
    <message>
      <source>As the assistant: {name}</source>
      <translation>Wie beim Assistenten: {name}</translation>
    </message>
    <message>
      <source>As the model does</source>
      <translation>Wie es das Modell tut</translation>
    </message>
    <message>
      <source>Ask again in these words ({key})</source>
      <translation>So noch einmal fragen ({key})</translation>
    </message>
    <message>
      <source>Ask for a reply</source>
      <translation>Antwort anfordern</translation>
    </message>
    <message>
      <source>Ask for the reply again</source>
      <translation>Antwort noch einmal anfordern</translation>
    </message>
    <message>
      <source>Ask me</source>
      <translation>Nachfragen</translation>
    </message>
    <message>
      <source>Ask something: figures and curves appear while the reply is written.</source>
      <translation>Einfach etwas fragen: Zahlen und Kurven erscheinen, während die Antwort entsteht.</translation>
    </message>
    <message>
      <source>Asking Hugging Face…</source>
      <translation>Hugging Face wird gefragt …</translation>
    </message>
    <message>
      <source>Assistant</source>
      <translation>Assistent</translation>
    </message>
    <message>
      <source>Assistant {name}: show the chat's options</source>
      <translation>Assistent {name}: Chat-Optionen anzeigen</translation>
    </message>
    <message>
      <source>Assistant {number} has no name and was left out.</source>
      <translation>Assistent {number} hat keinen Namen und wurde weggelassen.</translation>
    </message>
    <message>
      <source>Assistants</source>
      <translation>Assistenten</translation>
    </message>
    <message>
      <source>Assistants (*.json)</source>
      <translation>Assistenten (*.json)</translation>
    </message>
    <message>
      <source>At most {count} files can go with a message: the rest was left out.</source>
      <translation>Höchstens {count} Dateien passen an eine Nachricht: Der Rest wurde weggelassen.</translation>
    </message>
    <message>
      <source>At the next start it takes the place of your present chats and settings.</source>
      <translation>Beim nächsten Start ersetzt sie die jetzigen Chats und Einstellungen.</translation>
    </message>
    <message>
      <source>At the next start it takes the place of your present chats.</source>
      <translation>Beim nächsten Start ersetzt sie die jetzigen Chats.</translation>
    </message>
    <message>
      <source>Attach Files</source>
      <translation>Dateien anhängen</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>Dateien anhängen</translation>
    </message>
    <message>
      <source>Attach text or code files ({key})</source>
      <translation>Text- oder Codedateien anhängen ({key})</translation>
    </message>
    <message>
      <source>Attachment {name}, {details}</source>
      <translation>Anhang {name}, {details}</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>Automatisch</translation>
    </message>
    <message>
      <source>B</source>
      <translation>Mrd.</translation>
    </message>
    <message>
      <source>Back Up Everything</source>
      <translation>Alles sichern</translation>
    </message>
    <message>
      <source>Back to default</source>
      <translation>Zurück auf die Vorgabe</translation>
    </message>
    <message>
      <source>Back to default: {setting}</source>
      <translation>Zurück auf die Vorgabe: {setting}</translation>
    </message>
    <message>
      <source>Back to the catalogue</source>
      <translation>Zurück zum Katalog</translation>
    </message>
    <message>
      <source>Back to the default: {value}</source>
      <translation>Zurück auf die Vorgabe: {value}</translation>
    </message>
    <message>
      <source>Back to {value}</source>
      <translation>Zurück auf {value}</translation>
    </message>
    <message>
      <source>Backing up</source>
      <translation>Sichern</translation>
    </message>
    <message>
      <source>Backup (*.zip)</source>
      <translation>Sicherung (*.zip)</translation>
    </message>
    <message>
      <source>Backups (*.zip);;All files (*)</source>
      <translation>Sicherungen (*.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
      <source>Between the small and the middle ones; its licence is for research only.</source>
      <translation>Zwischen den kleinen und den mittleren; seine Lizenz gilt nur für die Forschung.</translation>
    </message>
    <message>
      <source>Branch into a new chat</source>
      <translation>In neuen Chat abzweigen</translation>
    </message>
    <message>
      <source>Break long lines</source>
      <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
      <source>Break long lines of code instead of scrolling sideways.</source>
      <translation>Lange Codezeilen umbrechen, statt seitwärts zu scrollen.</translation>
    </message>
    <message>
      <source>Break long lines of {language}</source>
      <translation>Lange Zeilen umbrechen: {language}</translation>
    </message>
    <message>
      <source>Break the line</source>
      <translation>Neue Zeile</translation>
    </message>
    <message>
      <source>Breaks the line</source>
      <translation>Beginnt eine neue Zeile</translation>
    </message>
    <message>
      <source>Bring the chat back (Ctrl+Z)</source>
      <translation>Chat zurückholen (Strg+Z)</translation>
    </message>
    <message>
      <source>Built from source on this computer: its code runs before it is installed.</source>
      <translation>Wird auf diesem Computer aus Quelltext gebaut: Der Code läuft schon vor dem Installieren.</translation>
    </message>
    <message>
      <source>By itself, a model writes one token (a piece of a word) in each pass. Speculators propose the tokens that may come next; the model checks them in one pass and keeps those that it would have written itself. The answer stays the same and comes sooner. Where that wouldn't pay, nothing is drafted.</source>
      <translation>Allein schreibt ein Modell in jedem Durchlauf ein Token (ein Stück eines Wortes). Spekulatoren schlagen vor, welche Token folgen könnten; das Modell prüft sie in einem Durchlauf und behält die, die es selbst geschrieben hätte. Die Antwort bleibt gleich und kommt früher. Wo sich das nicht lohnt, wird nichts entworfen.</translation>
    </message>
    <message>
      <source>C&amp;ontinue</source>
      <translation>&amp;Weiterschreiben</translation>
    </message>
    <message>
      <source>Can draft</source>
      <translation>Kann entwerfen</translation>
    </message>
    <message>
      <source>Can draft, once it is downloaded</source>
      <translation>Kann entwerfen, sobald es heruntergeladen ist</translation>
    </message>
    <message>
      <source>Can't be loaded</source>
      <translation>Nicht ladbar</translation>
    </message>
    <message>
      <source>Can't draft: {reason}</source>
      <translation>Kann nicht entwerfen: {reason}</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Cancel Download</source>
      <translation>Download abbrechen</translation>
    </message>
    <message>
      <source>Cancel the check</source>
      <translation>Prüfung abbrechen</translation>
    </message>
    <message>
      <source>Cancel the download of {name}, and forget what it has brought</source>
      <translation>Download von {name} abbrechen und bisher Geladenes verwerfen</translation>
    </message>
    <message>
      <source>Cancelled. Nothing was changed.</source>
      <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>Wird abgebrochen …</translation>
    </message>
    <message>
      <source>Careful answers without thinking aloud.</source>
      <translation>Sorgfältige Antworten, ohne laut nachzudenken.</translation>
    </message>
    <message>
      <source>Careful answers; for 40 GB of memory, or a 24 GB card in int8.</source>
      <translation>Sorgfältige Antworten; für 40 GB Speicher, oder eine 24-GB-Karte mit int8.</translation>
    </message>
    <message>
      <source>Change</source>
      <translation>Änderung</translation>
    </message>
    <message>
      <source>Change Model</source>
      <translation>Modell wechseln</translation>
    </message>
    <message>
      <source>Change at once</source>
      <translation>Sofort wechseln</translation>
    </message>
    <message>
      <source>Chat</source>
      <translation>Chat</translation>
    </message>
    <message>
      <source>Chat &amp;Options</source>
      <translation>Chat-O&amp;ptionen</translation>
    </message>
    <message>
      <source>Chat options</source>
      <translation>Chat-Optionen</translation>
    </message>
    <message>
      <source>Chat template</source>
      <translation>Chat-Vorlage</translation>
    </message>
    <message>
      <source>Chat {number}</source>
      <translation>Chat {number}</translation>
    </message>
    <message>
      <source>Chat {words}</source>
      <translation>Chat {words}</translation>
    </message>
    <message>
      <source>Chat, {date}</source>
      <translation>Chat, {date}</translation>
    </message>
    <message>
      <source>ChatML: Qwen, SmolLM and most others</source>
      <translation>ChatML: Qwen, SmolLM und die meisten anderen</translation>
    </message>
    <message>
      <source>Chats</source>
      <translation>Chats</translation>
    </message>
    <message>
      <source>Chats (*.json *.zip);;All files (*)</source>
      <translation>Chats (*.json *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
      <source>Chats that use it keep what they set for themselves.</source>
      <translation>Chats, die ihn verwenden, behalten ihre eigenen Optionen.</translation>
    </message>
    <message>
      <source>Chats to export</source>
      <translation>Zu exportierende Chats</translation>
    </message>
    <message>
      <source>Chec&amp;k Last Reply</source>
      <translation>Letzte Antwort &amp;prüfen</translation>
    </message>
    <message>
      <source>Check This Reply</source>
      <translation>Diese Antwort prüfen</translation>
    </message>
    <message>
      <source>Checked: differs at token {number:,}: kept “{kept}” ({kept_percent} %), plain decoding “{plain}” ({plain_percent} %).</source>
      <translation>Geprüft: weicht bei Token {number:,} ab: behalten „{kept}“ ({kept_percent} %), ohne Entwürfe „{plain}“ ({plain_percent} %).</translation>
    </message>
    <message numerus="yes">
      <source>Checked: plain decoding writes the same {n:,} tokens.</source>
      <extracomment>One: Checked: plain decoding writes the same {n:,} token.</extracomment>
      <translation>
        <numerusform>Geprüft: Ohne Entwürfe entsteht dasselbe {n:,} Token.</numerusform>
        <numerusform>Geprüft: Ohne Entwürfe entstehen dieselben {n:,} Token.</numerusform>
      </translation>
    </message>
    <message>
      <source>Checking the backup</source>
      <translation>Sicherung prüfen</translation>
    </message>
    <message>
      <source>Checking the starter model</source>
      <translation>Prüft das Startmodell</translation>
    </message>
    <message>
      <source>Checking what was downloaded</source>
      <translation>Download wird geprüft</translation>
    </message>
    <message>
      <source>Checking: {done:,} of {total:,} tokens compared</source>
      <translation>Prüfung: {done:,} von {total:,} Token verglichen</translation>
    </message>
    <message>
      <source>Choose a Folder with Models</source>
      <translation>Ordner mit Modellen wählen</translation>
    </message>
    <message>
      <source>Choose a GGUF File</source>
      <translation>GGUF-Datei wählen</translation>
    </message>
    <message>
      <source>Choose a GGUF file…</source>
      <translation>GGUF-Datei wählen …</translation>
    </message>
    <message>
      <source>Choose a Plugin</source>
      <translation>Plugin wählen</translation>
    </message>
    <message>
      <source>Choose a folder…</source>
      <translation>Ordner wählen …</translation>
    </message>
    <message>
      <source>Choose a model…</source>
      <translation>Modell wählen …</translation>
    </message>
    <message>
      <source>Choose a plugin's wheel file</source>
      <translation>Wheel-Datei eines Plugins wählen</translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation>Anderes Modell wählen</translation>
    </message>
    <message>
      <source>Choose another model…</source>
      <translation>Anderes Modell wählen …</translation>
    </message>
    <message>
      <source>Choose another…</source>
      <translation>Anderes wählen …</translation>
    </message>
    <message>
      <source>Choose file…</source>
      <translation>Datei wählen …</translation>
    </message>
    <message>
      <source>Chosen chats</source>
      <translation>Gewählte Chats</translation>
    </message>
    <message>
      <source>Chosen chats ({count:,})</source>
      <translation>Gewählte Chats ({count:,})</translation>
    </message>
    <message>
      <source>Clear the search</source>
      <translation>Suche leeren</translation>
    </message>
    <message>
      <source>Clear the search (Esc)</source>
      <translation>Suche leeren (Esc)</translation>
    </message>
    <message>
      <source>Click to rename this chat</source>
      <translation>Klicken, um diesen Chat umzubenennen</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Close this notice</source>
      <translation>Hinweis schließen</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>Befehl</translation>
    </message>
    <message>
      <source>Commands, chats, models, settings</source>
      <translation>Befehle, Chats, Modelle, Einstellungen</translation>
    </message>
    <message>
      <source>Complete</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>Kontext</translation>
    </message>
    <message>
      <source>Context length</source>
      <translation>Kontextlänge</translation>
    </message>
    <message>
      <source>Context: {figure}</source>
      <translation>Kontext: {figure}</translation>
    </message>
    <message>
      <source>Context: {n:,} tokens</source>
      <translation>Kontext: {n:,} Token</translation>
    </message>
    <message>
      <source>Continue this reply</source>
      <translation>Diese Antwort weiterschreiben</translation>
    </message>
    <message>
      <source>Conversation</source>
      <translation>Gespräch</translation>
    </message>
    <message>
      <source>Conversation of {n:,} tokens: {size}</source>
      <translation>Gespräch von {n:,} Token: {size}</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Copy Address</source>
      <translation>Adresse kopieren</translation>
    </message>
    <message>
      <source>Copy All</source>
      <translation>Alles kopieren</translation>
    </message>
    <message>
      <source>Copy Link Address</source>
      <translation>Linkadresse kopieren</translation>
    </message>
    <message>
      <source>Copy Message as Markdown</source>
      <translation>Nachricht als Markdown kopieren</translation>
    </message>
    <message>
      <source>Copy as Text</source>
      <translation>Als Text kopieren</translation>
    </message>
    <message>
      <source>Copy details</source>
      <translation>Details kopieren</translation>
    </message>
    <message>
      <source>Copy the plan as text, with whole hashes</source>
      <translation>Plan als Text kopieren, mit vollständigen Hashes</translation>
    </message>
    <message>
      <source>Copy {language}</source>
      <translation>{language} kopieren</translation>
    </message>
    <message>
      <source>Cost so far: {time} in this chat</source>
      <translation>Bisher gekostet: {time} in diesem Chat</translation>
    </message>
    <message>
      <source>Cost: {time} more than the {plain} that plain decoding takes here</source>
      <translation>Gekostet: {time} mehr als {plain}, die es hier ohne Entwürfe dauert</translation>
    </message>
    <message>
      <source>Cost: {time} ms a step, in {count} steps</source>
      <translation>Kosten: {time} ms je Schritt, in {count} Schritten</translation>
    </message>
    <message>
      <source>Create</source>
      <translation>Erstellen</translation>
    </message>
    <message>
      <source>Ctrl+Enter</source>
      <translation>Strg+Enter</translation>
    </message>
    <message>
      <source>Ctrl+Enter sends, Enter breaks the line</source>
      <translation>Strg+Enter sendet, Enter beginnt eine neue Zeile</translation>
    </message>
    <message>
      <source>D&amp;uplicate</source>
      <translation>&amp;Duplizieren</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Data</source>
      <translation>Daten</translation>
    </message>
    <message>
      <source>Default: {default}</source>
      <translation>Vorgabe: {default}</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <source>Delete Assistant</source>
      <translation>Assistenten löschen</translation>
    </message>
    <message>
      <source>Delete Folder</source>
      <translation>Ordner löschen</translation>
    </message>
    <message>
      <source>Delete Message</source>
      <translation>Nachricht löschen</translation>
    </message>
    <message>
      <source>Delete Temporary Chat</source>
      <translation>Temporären Chat löschen</translation>
    </message>
    <message>
      <source>Delete the assistant {name}?</source>
      <translation>Den Assistenten {name} löschen?</translation>
    </message>
    <message>
      <source>Delete the folder “{name}”?</source>
      <translation>Ordner „{name}“ löschen?</translation>
    </message>
    <message numerus="yes">
      <source>Delete this message and the {n:,} that follow it?</source>
      <extracomment>One: Delete this message and the one that follows it?</extracomment>
      <translation>
        <numerusform>Diese und die folgende Nachricht löschen?</numerusform>
        <numerusform>Diese und die {n:,} folgenden Nachrichten löschen?</numerusform>
      </translation>
    </message>
    <message>
      <source>Delete this message?</source>
      <translation>Diese Nachricht löschen?</translation>
    </message>
    <message>
      <source>Delete this temporary chat?</source>
      <translation>Diesen temporären Chat löschen?</translation>
    </message>
    <message>
      <source>Delete {name} from this computer?</source>
      <translation>{name} von diesem Computer löschen?</translation>
    </message>
    <message>
      <source>Deleted “{title}”.</source>
      <translation>„{title}“ gelöscht.</translation>
    </message>
    <message>
      <source>Delete…</source>
      <translation>Löschen …</translation>
    </message>
    <message>
      <source>Details of {name}</source>
      <translation>Details zu {name}</translation>
    </message>
    <message>
      <source>Details…</source>
      <translation>Details …</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>Gerät</translation>
    </message>
    <message>
      <source>Do the same with the others</source>
      <translation>Mit den anderen ebenso</translation>
    </message>
    <message>
      <source>Doesn't fit: takes {needed} of {free} free on {place}, {missing} too much</source>
      <translation>Passt nicht: braucht {needed} von {free} frei auf {place}, {missing} zu viel</translation>
    </message>
    <message>
      <source>Don't Restore It</source>
      <translation>Nicht wiederherstellen</translation>
    </message>
    <message>
      <source>Done.</source>
      <translation>Fertig.</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>Herunterladen</translation>
    </message>
    <message>
      <source>Download and load</source>
      <translation>Herunterladen und laden</translation>
    </message>
    <message>
      <source>Download and start</source>
      <translation>Herunterladen und starten</translation>
    </message>
    <message>
      <source>Download of {name}</source>
      <translation>Download von {name}</translation>
    </message>
    <message>
      <source>Download the starter model ({size})</source>
      <translation>Startmodell herunterladen ({size})</translation>
    </message>
    <message>
      <source>Download {name}</source>
      <translation>{name} herunterladen</translation>
    </message>
    <message>
      <source>Downloading</source>
      <translation>Wird heruntergeladen</translation>
    </message>
    <message>
      <source>Draft models</source>
      <translation>Entwurfsmodelle</translation>
    </message>
    <message>
      <source>Drafted</source>
      <translation>Entworfen</translation>
    </message>
    <message>
      <source>Drafted (proposed): {count}</source>
      <translation>Entworfen (vorgeschlagen): {count}</translation>
    </message>
    <message>
      <source>Drafting took {seconds} s of {whole} s</source>
      <translation>Das Entwerfen kostete {seconds} s von {whole} s</translation>
    </message>
    <message>
      <source>Draw among the k likeliest tokens only; 0 is off.</source>
      <translation>Nur unter den k wahrscheinlichsten Token ziehen; 0 ist aus.</translation>
    </message>
    <message>
      <source>Draw among the likeliest tokens that hold this share; 1 is off.</source>
      <translation>Unter den wahrscheinlichsten Token ziehen, die diesen Anteil ausmachen; 1 ist aus.</translation>
    </message>
    <message>
      <source>Draw another seed, and keep it</source>
      <translation>Anderen Startwert ziehen und behalten</translation>
    </message>
    <message>
      <source>Drawn for each reply</source>
      <translation>Für jede Antwort neu gezogen</translation>
    </message>
    <message>
      <source>Drop the files to attach them</source>
      <translation>Dateien zum Anhängen hier ablegen</translation>
    </message>
    <message>
      <source>Drop tokens below this share of the likeliest one; 0 is off.</source>
      <translation>Token unter diesem Anteil des wahrscheinlichsten weglassen; 0 ist aus.</translation>
    </message>
    <message numerus="yes">
      <source>Dropped here: “{text}” ({n} tokens of {names})</source>
      <extracomment>One: Dropped here: “{text}” ({n} token of {names})</extracomment>
      <translation>
        <numerusform>Hier verworfen: „{text}“ ({n} Token von {names})</numerusform>
        <numerusform>Hier verworfen: „{text}“ ({n} Token von {names})</numerusform>
      </translation>
    </message>
    <message>
      <source>Duplicate</source>
      <translation>Duplizieren</translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation>Früher</translation>
    </message>
    <message>
      <source>Earlier and later questions, in the first and last line</source>
      <translation>Frühere und spätere Fragen, in der ersten und letzten Zeile</translation>
    </message>
    <message>
      <source>Earlier and later version of the message</source>
      <translation>Frühere und spätere Version der Nachricht</translation>
    </message>
    <message>
      <source>Edit and send again</source>
      <translation>Bearbeiten und erneut senden</translation>
    </message>
    <message>
      <source>Edit your message</source>
      <translation>Nachricht bearbeiten</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>Enter</translation>
    </message>
    <message>
      <source>Enter sends, Shift+Enter breaks the line</source>
      <translation>Enter sendet, Umschalt+Enter beginnt eine neue Zeile</translation>
    </message>
    <message>
      <source>Entry {number} was left out: it is not a chat.</source>
      <translation>Eintrag {number} wurde weggelassen: Er ist kein Chat.</translation>
    </message>
    <message>
      <source>Esc stops the reply</source>
      <translation>Esc stoppt die Antwort</translation>
    </message>
    <message>
      <source>Everything is up to date.</source>
      <translation>Alles ist aktuell.</translation>
    </message>
    <message>
      <source>Everything stays on this computer. Deleting a chat removes it from the file of chats.</source>
      <translation>Alles bleibt auf diesem Computer. Wird ein Chat gelöscht, verschwindet er aus der Datei mit den Chats.</translation>
    </message>
    <message>
      <source>Everything: all versions, options and statistics. Can be imported again.</source>
      <translation>Alles: sämtliche Versionen, Optionen und Statistiken. Lässt sich wieder importieren.</translation>
    </message>
    <message>
      <source>Exact</source>
      <translation>Genau</translation>
    </message>
    <message>
      <source>Exact: a reply has the same tokens with and without drafts, bit for bit, because every pass uses widths that round alike on this machine. Fast: any width, and drafts with branches; the same up to rounding, and the tokens at which rounding could have decided are counted.</source>
      <translation>Genau: Eine Antwort hat mit und ohne Entwürfe dieselben Token, Bit für Bit, weil jeder Durchlauf Breiten nimmt, die auf diesem Rechner gleich runden. Schnell: jede Breite und Entwürfe mit Verzweigungen; gleich bis auf Rundung, und Token, über die Rundung entschieden haben könnte, werden gezählt.</translation>
    </message>
    <message>
      <source>Exactness</source>
      <translation>Exaktheit</translation>
    </message>
    <message>
      <source>Explain how a rainbow forms, in three sentences.</source>
      <translation>Erkläre in drei Sätzen, wie ein Regenbogen entsteht.</translation>
    </message>
    <message>
      <source>Export Assistants</source>
      <translation>Assistenten exportieren</translation>
    </message>
    <message>
      <source>Export Chats</source>
      <translation>Chats exportieren</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>Alle exportieren …</translation>
    </message>
    <message>
      <source>Exporting</source>
      <translation>Exportieren</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportieren …</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>Fehlgeschlagen</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>Schnell</translation>
    </message>
    <message>
      <source>File {name}</source>
      <translation>Datei {name}</translation>
    </message>
    <message>
      <source>File {name}, {size}</source>
      <translation>Datei {name}, {size}</translation>
    </message>
    <message>
      <source>File {name}:</source>
      <translation>Datei {name}:</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>Dateien</translation>
    </message>
    <message>
      <source>Find a chat by its title</source>
      <translation>Chat nach Titel suchen</translation>
    </message>
    <message>
      <source>First token after</source>
      <translation>Erstes Token nach</translation>
    </message>
    <message>
      <source>Fits: takes {needed} of {free} free on {place}</source>
      <translation>Passt: braucht {needed} von {free} frei auf {place}</translation>
    </message>
    <message>
      <source>Folder</source>
      <translation>Ordner</translation>
    </message>
    <message>
      <source>Folder {name}, {chats}, closed</source>
      <translation>Ordner {name}, {chats}, zugeklappt</translation>
    </message>
    <message>
      <source>Folder {name}, {chats}, open</source>
      <translation>Ordner {name}, {chats}, aufgeklappt</translation>
    </message>
    <message>
      <source>Folders in which models of yours lie.</source>
      <translation>Ordner mit eigenen Modellen.</translation>
    </message>
    <message>
      <source>Follow the system</source>
      <translation>Wie das System</translation>
    </message>
    <message>
      <source>Follow the system, or always light or dark.</source>
      <translation>Wie das System, oder immer hell oder dunkel.</translation>
    </message>
    <message>
      <source>For every chat that sets nothing else for itself, in its options or by its assistant. Changes take effect with the next reply.</source>
      <translation>Für jeden Chat, der in seinen Optionen oder durch seinen Assistenten nichts anderes festlegt. Änderungen gelten ab der nächsten Antwort.</translation>
    </message>
    <message>
      <source>For good.</source>
      <translation>Endgültig.</translation>
    </message>
    <message>
      <source>For models that can think before they answer: as the model does by itself, always, or never.</source>
      <translation>Für Modelle, die vor der Antwort nachdenken können: wie es das Modell von sich aus tut, immer oder nie.</translation>
    </message>
    <message>
      <source>For programming: writes, explains and repairs code.</source>
      <translation>Fürs Programmieren: schreibt, erklärt und repariert Code.</translation>
    </message>
    <message>
      <source>For this model nothing is ever drafted, so there is nothing to compare.</source>
      <translation>Für dieses Modell wird nie etwas entworfen: Es gibt nichts zu vergleichen.</translation>
    </message>
    <message>
      <source>Foreword asks the network for a model only when you press a button for it: search, download, details.</source>
      <translation>Foreword fragt das Netz nur auf Knopfdruck nach einem Modell: Suchen, Herunterladen, Details.</translation>
    </message>
    <message>
      <source>Foreword backup {date}</source>
      <translation>Foreword-Sicherung {date}</translation>
    </message>
    <message>
      <source>Foreword chats {date}</source>
      <translation>Foreword-Chats {date}</translation>
    </message>
    <message>
      <source>Foreword doesn't know this file: it takes its own JSON, and exports of ChatGPT and Open WebUI.</source>
      <translation>Foreword kennt diese Datei nicht: Es nimmt eigenes JSON und Exporte von ChatGPT und Open WebUI.</translation>
    </message>
    <message>
      <source>Foreword is closing.</source>
      <translation>Foreword wird beendet.</translation>
    </message>
    <message>
      <source>Foreword may not use {path}: check its rights, or choose another folder.</source>
      <translation>Foreword darf {path} nicht verwenden: Rechte prüfen oder anderen Ordner wählen.</translation>
    </message>
    <message>
      <source>Foreword needs a language model on this computer, once. Nothing that you write leaves this computer: only the model itself is fetched from the network.</source>
      <translation>Foreword braucht einmalig ein Sprachmodell auf diesem Computer. Geschriebenes verlässt diesen Computer nicht: Nur das Modell selbst kommt aus dem Netz.</translation>
    </message>
    <message>
      <source>Foreword {version}</source>
      <translation>Foreword {version}</translation>
    </message>
    <message>
      <source>Foreword's settings</source>
      <translation>Einstellungen von Foreword</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Vergessen</translation>
    </message>
    <message>
      <source>Forget the access token</source>
      <translation>Zugriffstoken vergessen</translation>
    </message>
    <message>
      <source>Forget what was downloaded?</source>
      <translation>Bisher Geladenes verwerfen?</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>Format</translation>
    </message>
    <message>
      <source>Free on {place}: {free} of {total}</source>
      <translation>Frei auf {place}: {free} von {total}</translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
      <source>Fresh each time</source>
      <translation>Jedes Mal neu</translation>
    </message>
    <message>
      <source>From {source}</source>
      <translation>Von {source}</translation>
    </message>
    <message>
      <source>Fully open: data, code and weights are published.</source>
      <translation>Ganz offen: Daten, Code und Gewichte sind veröffentlicht.</translation>
    </message>
    <message>
      <source>GB</source>
      <translation>GB</translation>
    </message>
    <message>
      <source>GGUF files ({patterns})</source>
      <translation>GGUF-Dateien ({patterns})</translation>
    </message>
    <message>
      <source>General</source>
      <translation>Allgemein</translation>
    </message>
    <message>
      <source>Get more</source>
      <translation>Mehr Modelle</translation>
    </message>
    <message>
      <source>Give the model's memory back after so many minutes without a reply; the next message loads it again. 0 keeps it.</source>
      <translation>Gibt den Speicher des Modells nach so vielen Minuten ohne Antwort frei; die nächste Nachricht lädt es wieder. 0 behält ihn.</translation>
    </message>
    <message>
      <source>Glide and fade</source>
      <translation>Gleiten und überblenden</translation>
    </message>
    <message>
      <source>Go from message to message, and through what can be done with each</source>
      <translation>Von Nachricht zu Nachricht und durch ihre Befehle</translation>
    </message>
    <message>
      <source>Go on in a new chat with a summary</source>
      <translation>In neuem Chat mit Zusammenfassung weitermachen</translation>
    </message>
    <message>
      <source>Go through the list</source>
      <translation>Durch die Liste gehen</translation>
    </message>
    <message>
      <source>Go through what was found</source>
      <translation>Durch die Treffer gehen</translation>
    </message>
    <message>
      <source>Good at summaries and rewriting long texts. Its terms have to be accepted on the hub.</source>
      <translation>Gut im Zusammenfassen und Umschreiben langer Texte. Seine Bedingungen müssen auf dem Hub angenommen werden.</translation>
    </message>
    <message>
      <source>Hide</source>
      <translation>Ausblenden</translation>
    </message>
    <message>
      <source>Hide details</source>
      <translation>Details ausblenden</translation>
    </message>
    <message>
      <source>Hide details of {what}</source>
      <translation>Details ausblenden: {what}</translation>
    </message>
    <message>
      <source>Hide the chat's options</source>
      <translation>Chat-Optionen ausblenden</translation>
    </message>
    <message>
      <source>Hide the chat's options ({shortcut})</source>
      <translation>Chat-Optionen ausblenden ({shortcut})</translation>
    </message>
    <message>
      <source>Hide the live panel</source>
      <translation>Live-Anzeige ausblenden</translation>
    </message>
    <message>
      <source>Hide the live panel ({shortcut})</source>
      <translation>Live-Anzeige ausblenden ({shortcut})</translation>
    </message>
    <message>
      <source>Hide what the model thought</source>
      <translation>Gedanken des Modells ausblenden</translation>
    </message>
    <message>
      <source>Hide. The chat can't be brought back then.</source>
      <translation>Ausblenden. Der Chat lässt sich dann nicht mehr zurückholen.</translation>
    </message>
    <message>
      <source>Homepage</source>
      <translation>Homepage</translation>
    </message>
    <message>
      <source>How it runs</source>
      <translation>Wie es läuft</translation>
    </message>
    <message>
      <source>How many tokens the model checks at once. Drafts make a pass wider.</source>
      <translation>So viele Token prüft das Modell auf einmal. Entwürfe machen einen Durchlauf breiter.</translation>
    </message>
    <message>
      <source>How messages become text for a model that brings no chat template: the name of a built-in one.</source>
      <translation>Wie aus Nachrichten Text wird, wenn ein Modell keine Chat-Vorlage mitbringt: Name einer eingebauten.</translation>
    </message>
    <message>
      <source>How the conversation is kept in memory: in full, or in 8-bit numbers, which take about half.</source>
      <translation>Wie das Gespräch im Speicher liegt: vollständig oder in 8-Bit-Zahlen, die etwa die Hälfte brauchen.</translation>
    </message>
    <message>
      <source>How the next token is drawn. The same holds as for replies.</source>
      <translation>Wie das nächste Token gezogen wird. Gilt ebenso wie bei Antworten.</translation>
    </message>
    <message>
      <source>Import Assistants</source>
      <translation>Assistenten importieren</translation>
    </message>
    <message>
      <source>Import Chats</source>
      <translation>Chats importieren</translation>
    </message>
    <message>
      <source>Imported chat</source>
      <translation>Importierter Chat</translation>
    </message>
    <message>
      <source>Importing</source>
      <translation>Importieren</translation>
    </message>
    <message>
      <source>Import…</source>
      <translation>Importieren …</translation>
    </message>
    <message>
      <source>In 8-bit numbers</source>
      <translation>In 8-Bit-Zahlen</translation>
    </message>
    <message>
      <source>In full</source>
      <translation>Vollständig</translation>
    </message>
    <message>
      <source>Include</source>
      <translation>Einschließen</translation>
    </message>
    <message>
      <source>Incompatible</source>
      <translation>Nicht kompatibel</translation>
    </message>
    <message>
      <source>Install</source>
      <translation>Installieren</translation>
    </message>
    <message>
      <source>Install Plugin</source>
      <translation>Plugin installieren</translation>
    </message>
    <message>
      <source>Install a plugin</source>
      <translation>Plugin installieren</translation>
    </message>
    <message>
      <source>Install more…</source>
      <translation>Weitere installieren …</translation>
    </message>
    <message>
      <source>Install {wanted}?</source>
      <translation>{wanted} installieren?</translation>
    </message>
    <message>
      <source>Installed</source>
      <translation>Installiert</translation>
    </message>
    <message>
      <source>Install…</source>
      <translation>Installieren …</translation>
    </message>
    <message>
      <source>Instructions given before every chat; empty: the model's own.</source>
      <translation>Anweisungen vor jedem Chat; leer: die des Modells.</translation>
    </message>
    <message>
      <source>Is being downloaded: see the page of models</source>
      <translation>Wird heruntergeladen: siehe Seite „Modelle“</translation>
    </message>
    <message>
      <source>Is the draft model now</source>
      <translation>Ist jetzt das Entwurfsmodell</translation>
    </message>
    <message>
      <source>It brings none: choose how messages become text under Model settings, Chat template.</source>
      <translation>Es bringt keine mit: unter Modelleinstellungen, Chat-Vorlage wählen, wie aus Nachrichten Text wird.</translation>
    </message>
    <message>
      <source>It ended Foreword when it was loaded. If it does so again, what was written up to then is kept, and it is held back at the next start.</source>
      <translation>Beim Laden hat es Foreword beendet. Geschieht das wieder, bleibt das bis dahin Geschriebene erhalten, und es wird beim nächsten Start zurückgehalten.</translation>
    </message>
    <message>
      <source>It is kept nowhere, so it can't be brought back.</source>
      <translation>Er ist nirgends gespeichert und lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>It is loaded now, and is unloaded first.</source>
      <translation>Es ist gerade geladen und wird zuerst entladen.</translation>
    </message>
    <message>
      <source>It is whole, and holds {content}.</source>
      <translation>Sie ist unversehrt und enthält {content}.</translation>
    </message>
    <message>
      <source>It takes from this chat: {options}.</source>
      <translation>Er übernimmt aus diesem Chat: {options}.</translation>
    </message>
    <message>
      <source>It was written by another model.</source>
      <translation>Sie wurde von einem anderen Modell geschrieben.</translation>
    </message>
    <message>
      <source>It was written by computing in another number format.</source>
      <translation>Sie wurde mit Rechnung in einem anderen Zahlenformat geschrieben.</translation>
    </message>
    <message>
      <source>It was written in the other mode of exactness.</source>
      <translation>Sie wurde mit anderer Exaktheit geschrieben.</translation>
    </message>
    <message>
      <source>It was written on another device.</source>
      <translation>Sie wurde auf einem anderen Gerät geschrieben.</translation>
    </message>
    <message>
      <source>It was written on another kind of computer.</source>
      <translation>Sie wurde auf einem Computer anderer Art geschrieben.</translation>
    </message>
    <message>
      <source>It was written with another number of threads.</source>
      <translation>Sie wurde mit anderer Thread-Zahl geschrieben.</translation>
    </message>
    <message>
      <source>It was written with other versions of the libraries.</source>
      <translation>Sie wurde mit anderen Versionen der Bibliotheken geschrieben.</translation>
    </message>
    <message>
      <source>It was written with the conversation kept in another format.</source>
      <translation>Sie wurde geschrieben, während die Unterhaltung in einem anderen Format im Speicher lag.</translation>
    </message>
    <message>
      <source>It was written with the weights in another precision.</source>
      <translation>Sie wurde mit Gewichten in anderer Genauigkeit geschrieben.</translation>
    </message>
    <message>
      <source>Its authors ask for a registration on Hugging Face: accept their terms there, then put an access token under Network.</source>
      <translation>Die Autoren verlangen eine Registrierung bei Hugging Face: dort die Bedingungen annehmen, dann unter Netzwerk ein Zugriffstoken eintragen.</translation>
    </message>
    <message>
      <source>Its parts were asked for in different ways.</source>
      <translation>Ihre Teile wurden auf verschiedene Weise angefragt.</translation>
    </message>
    <message>
      <source>Its speculators are then no longer there.</source>
      <translation>Seine Spekulatoren stehen dann nicht mehr zur Verfügung.</translation>
    </message>
    <message>
      <source>Jump to latest</source>
      <translation>Zum Neuesten</translation>
    </message>
    <message>
      <source>Jump to the latest text</source>
      <translation>Zum neuesten Text springen</translation>
    </message>
    <message>
      <source>Jump to the latest text ({key})</source>
      <translation>Zum neuesten Text springen ({key})</translation>
    </message>
    <message>
      <source>KB</source>
      <translation>KB</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Keep Both</source>
      <translation>Beide behalten</translation>
    </message>
    <message>
      <source>Keep the access token</source>
      <translation>Zugriffstoken speichern</translation>
    </message>
    <message>
      <source>Keyboard Shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Leave Out</source>
      <translation>Weglassen</translation>
    </message>
    <message>
      <source>Leave everything as it is</source>
      <translation>Alles lassen, wie es ist</translation>
    </message>
    <message>
      <source>Leave it as it was ({key})</source>
      <translation>Lassen, wie es war ({key})</translation>
    </message>
    <message>
      <source>Leave out the oldest turns</source>
      <translation>Älteste Nachrichten weglassen</translation>
    </message>
    <message>
      <source>Leave the field</source>
      <translation>Das Feld verlassen</translation>
    </message>
    <message>
      <source>Leave the search</source>
      <translation>Suche verlassen</translation>
    </message>
    <message>
      <source>Left for the reply: {count:,}</source>
      <translation>Übrig für die Antwort: {count:,}</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Lizenz</translation>
    </message>
    <message>
      <source>Lies in</source>
      <translation>Liegt in</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>List of chats</source>
      <translation>Liste der Chats</translation>
    </message>
    <message>
      <source>Live panel</source>
      <translation>Live-Anzeige</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>Laden</translation>
    </message>
    <message>
      <source>Load again now</source>
      <translation>Jetzt neu laden</translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation>Modell erneut laden</translation>
    </message>
    <message>
      <source>Load the model with less room for the chat, which takes less memory</source>
      <translation>Das Modell mit weniger Platz für den Chat laden, was weniger Speicher braucht</translation>
    </message>
    <message>
      <source>Load {name} once more?</source>
      <translation>{name} noch einmal laden?</translation>
    </message>
    <message>
      <source>Loaded</source>
      <translation>Geladen</translation>
    </message>
    <message>
      <source>Loading the model</source>
      <translation>Modell wird geladen</translation>
    </message>
    <message>
      <source>Loading the tokenizer</source>
      <translation>Lädt den Tokenizer</translation>
    </message>
    <message>
      <source>Loading the weights</source>
      <translation>Lädt die Gewichte</translation>
    </message>
    <message>
      <source>Loading was stopped</source>
      <translation>Laden abgebrochen</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <source>Longest reply</source>
      <translation>Längste Antwort</translation>
    </message>
    <message>
      <source>Look for updates</source>
      <translation>Nach Updates suchen</translation>
    </message>
    <message>
      <source>Looking at what fits this computer…</source>
      <translation>Es wird geprüft, was auf diesen Computer passt …</translation>
    </message>
    <message>
      <source>Looking for models on this computer…</source>
      <translation>Modelle auf diesem Computer werden gesucht …</translation>
    </message>
    <message>
      <source>Looking whether it fits</source>
      <translation>Prüft, ob es passt</translation>
    </message>
    <message>
      <source>M</source>
      <translation>Mio.</translation>
    </message>
    <message>
      <source>MB</source>
      <translation>MB</translation>
    </message>
    <message>
      <source>Make a table of the planets of the solar system.</source>
      <translation>Erstelle eine Tabelle der Planeten des Sonnensystems.</translation>
    </message>
    <message>
      <source>Make it fit…</source>
      <translation>Passend machen …</translation>
    </message>
    <message>
      <source>Make room…</source>
      <translation>Platz schaffen …</translation>
    </message>
    <message>
      <source>Make the New Folder In</source>
      <translation>Neuen Ordner anlegen in</translation>
    </message>
    <message>
      <source>Make what this chat changes part of {name}</source>
      <translation>Änderungen dieses Chats in {name} übernehmen</translation>
    </message>
    <message>
      <source>Manage assistants</source>
      <translation>Assistenten verwalten</translation>
    </message>
    <message>
      <source>Manage assistants: see, change and share all of them</source>
      <translation>Assistenten verwalten: ansehen, ändern und weitergeben</translation>
    </message>
    <message>
      <source>Manage models…</source>
      <translation>Modelle verwalten …</translation>
    </message>
    <message>
      <source>Manage speculators…</source>
      <translation>Spekulatoren verwalten …</translation>
    </message>
    <message>
      <source>Many languages in half a gigabyte of parameters; a good draft model for its bigger sisters.</source>
      <translation>Viele Sprachen mit einer halben Milliarde Parametern; ein gutes Entwurfsmodell für seine großen Geschwister.</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>Speicher</translation>
    </message>
    <message>
      <source>Memory of the conversation</source>
      <translation>Speicher des Gesprächs</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>Nachricht</translation>
    </message>
    <message>
      <source>Message: {words}</source>
      <translation>Nachricht: {words}</translation>
    </message>
    <message>
      <source>Messages</source>
      <translation>Nachrichten</translation>
    </message>
    <message>
      <source>Min-p</source>
      <translation>Min-p</translation>
    </message>
    <message>
      <source>Missing: {name}</source>
      <translation>Fehlt: {name}</translation>
    </message>
    <message>
      <source>Mistral and Mixtral: [INST]</source>
      <translation>Mistral und Mixtral: [INST]</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Model folders</source>
      <translation>Modellordner</translation>
    </message>
    <message>
      <source>Model in use</source>
      <translation>Verwendetes Modell</translation>
    </message>
    <message>
      <source>Model loaded: {name}</source>
      <translation>Modell geladen: {name}</translation>
    </message>
    <message>
      <source>Model not loaded</source>
      <translation>Modell nicht geladen</translation>
    </message>
    <message>
      <source>Model settings</source>
      <translation>Modelleinstellungen</translation>
    </message>
    <message>
      <source>Model unloaded</source>
      <translation>Modell entladen</translation>
    </message>
    <message>
      <source>Model: {state}</source>
      <translation>Modell: {state}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>More about this reply</source>
      <translation>Mehr zu dieser Antwort</translation>
    </message>
    <message>
      <source>More for the chat or folder</source>
      <translation>Mehr zum Chat oder Ordner</translation>
    </message>
    <message>
      <source>More than 48 GB of memory</source>
      <translation>Über 48 GB Speicher</translation>
    </message>
    <message>
      <source>More was left out; only this much is listed.</source>
      <translation>Mehr wurde weggelassen; nur so viel wird aufgeführt.</translation>
    </message>
    <message>
      <source>Motion</source>
      <translation>Bewegung</translation>
    </message>
    <message>
      <source>Move &amp;Up</source>
      <translation>Nach &amp;oben</translation>
    </message>
    <message>
      <source>Move Dow&amp;n</source>
      <translation>Nach u&amp;nten</translation>
    </message>
    <message>
      <source>Move Folder Down</source>
      <translation>Ordner nach unten</translation>
    </message>
    <message>
      <source>Move Folder Up</source>
      <translation>Ordner nach oben</translation>
    </message>
    <message>
      <source>My assistant</source>
      <translation>Mein Assistent</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Name of the assistant</source>
      <translation>Name des Assistenten</translation>
    </message>
    <message>
      <source>Name of the chat</source>
      <translation>Name des Chats</translation>
    </message>
    <message>
      <source>Name of the folder</source>
      <translation>Name des Ordners</translation>
    </message>
    <message>
      <source>Name on PyPI, wheel file, folder or address</source>
      <translation>PyPI-Name, Wheel-Datei, Ordner, Adresse</translation>
    </message>
    <message>
      <source>Ne&amp;xt Chat</source>
      <translation>N&amp;ächster Chat</translation>
    </message>
    <message>
      <source>Network</source>
      <translation>Netzwerk</translation>
    </message>
    <message>
      <source>Never</source>
      <translation>Nie</translation>
    </message>
    <message>
      <source>Never ask the network for anything about models, not even when you press a button.</source>
      <translation>Das Netz nie nach Modellen fragen, auch nicht auf Knopfdruck.</translation>
    </message>
    <message>
      <source>New &amp;Folder</source>
      <translation>Neuer &amp;Ordner</translation>
    </message>
    <message>
      <source>New &amp;Temporary Chat</source>
      <translation>Neuer &amp;temporärer Chat</translation>
    </message>
    <message>
      <source>New Assistant</source>
      <translation>Neuer Assistent</translation>
    </message>
    <message>
      <source>New assistant</source>
      <translation>Neuer Assistent</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>Neuer Chat</translation>
    </message>
    <message>
      <source>New chat (Ctrl+N)</source>
      <translation>Neuer Chat (Strg+N)</translation>
    </message>
    <message>
      <source>New chat with a summary</source>
      <translation>Neuer Chat mit Zusammenfassung</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>Neuer Ordner</translation>
    </message>
    <message>
      <source>New folder (Ctrl+Shift+O)</source>
      <translation>Neuer Ordner (Strg+Umschalt+O)</translation>
    </message>
    <message>
      <source>New from this chat…</source>
      <translation>Neu aus diesem Chat …</translation>
    </message>
    <message>
      <source>Next version</source>
      <translation>Nächste Version</translation>
    </message>
    <message>
      <source>No assistant</source>
      <translation>Kein Assistent</translation>
    </message>
    <message>
      <source>No folder was added. Models in the app's own folder and in Hugging Face's cache are found.</source>
      <translation>Kein Ordner hinzugefügt. Modelle im Ordner der App und im Cache von Hugging Face werden gefunden.</translation>
    </message>
    <message>
      <source>No key fits “{words}”.</source>
      <translation>Keine Taste passt zu „{words}“.</translation>
    </message>
    <message>
      <source>No match: it had nothing to propose lately</source>
      <translation>Keine Übereinstimmung: hatte zuletzt nichts vorzuschlagen</translation>
    </message>
    <message>
      <source>No model is loaded in safe mode: Retry loads it.</source>
      <translation>Im abgesicherten Modus wird kein Modell geladen: „Erneut versuchen“ lädt es.</translation>
    </message>
    <message>
      <source>No model is loaded.</source>
      <translation>Kein Modell ist geladen.</translation>
    </message>
    <message>
      <source>No model is on this computer yet</source>
      <translation>Noch kein Modell auf diesem Computer</translation>
    </message>
    <message>
      <source>No model is on this computer yet. Get one under “Get more”, or choose a folder or file of yours.</source>
      <translation>Noch kein Modell auf diesem Computer. Eins unter „Mehr Modelle“ holen oder eigenen Ordner oder eigene Datei wählen.</translation>
    </message>
    <message>
      <source>No model yet</source>
      <translation>Noch kein Modell</translation>
    </message>
    <message>
      <source>No other plugin is installed.</source>
      <translation>Kein weiteres Plugin ist installiert.</translation>
    </message>
    <message>
      <source>No plugin is installed.</source>
      <translation>Kein Plugin ist installiert.</translation>
    </message>
    <message>
      <source>No speculator is installed.</source>
      <translation>Kein Spekulator ist installiert.</translation>
    </message>
    <message>
      <source>No token is set.</source>
      <translation>Kein Zugriffstoken hinterlegt.</translation>
    </message>
    <message>
      <source>None chosen</source>
      <translation>Keine gewählt</translation>
    </message>
    <message>
      <source>None was found</source>
      <translation>Keins gefunden</translation>
    </message>
    <message>
      <source>None: the model's own instructions hold</source>
      <translation>Keiner: Es gelten die Anweisungen des Modells</translation>
    </message>
    <message>
      <source>Not Enough Memory</source>
      <translation>Zu wenig Speicher</translation>
    </message>
    <message>
      <source>Not checked: {reason}</source>
      <translation>Nicht geprüft: {reason}</translation>
    </message>
    <message>
      <source>Not complete</source>
      <translation>Unvollständig</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Jetzt nicht</translation>
    </message>
    <message>
      <source>Not with this model</source>
      <translation>Nicht mit diesem Modell</translation>
    </message>
    <message>
      <source>Nothing could be imported from {name}: {problem}</source>
      <translation>Aus {name} ließ sich nichts importieren: {problem}</translation>
    </message>
    <message>
      <source>Nothing could be offered here: choose another model.</source>
      <translation>Hier lässt sich nichts vorschlagen: ein anderes Modell wählen.</translation>
    </message>
    <message>
      <source>Nothing fits “{words}”.</source>
      <translation>Nichts passt zu „{words}“.</translation>
    </message>
    <message>
      <source>Nothing found for “{words}”.</source>
      <translation>Nichts zu „{words}“ gefunden.</translation>
    </message>
    <message>
      <source>Nothing of it is kept, and nobody learns from it. It ends when you open another chat.</source>
      <translation>Nichts davon wird behalten, und niemand lernt daraus. Er endet, sobald ein anderer Chat geöffnet wird.</translation>
    </message>
    <message>
      <source>Nothing of this chat is kept, and no speculator learns from it</source>
      <translation>Nichts aus diesem Chat wird behalten, und kein Spekulator lernt daraus</translation>
    </message>
    <message>
      <source>Nothing was found for “{query}”. Try fewer or other words.</source>
      <translation>Nichts für „{query}“ gefunden. Vielleicht mit weniger oder anderen Wörtern?</translation>
    </message>
    <message>
      <source>Nothing would change.</source>
      <translation>Es würde sich nichts ändern.</translation>
    </message>
    <message>
      <source>Now: {value} tokens/s</source>
      <translation>Jetzt: {value} Token/s</translation>
    </message>
    <message>
      <source>Number format of the weights; auto takes what runs fastest here. int8 and int4 take less memory and change the model's answers a little.</source>
      <translation>Zahlenformat der Gewichte; „auto“ nimmt, was hier am schnellsten läuft. int8 und int4 brauchen weniger Speicher und verändern die Antworten des Modells ein wenig.</translation>
    </message>
    <message>
      <source>Of these already in the cache</source>
      <translation>Davon schon im Cache</translation>
    </message>
    <message>
      <source>Of these plain</source>
      <translation>Davon ohne Entwürfe</translation>
    </message>
    <message>
      <source>Of this in passes</source>
      <translation>Davon in Durchläufen</translation>
    </message>
    <message>
      <source>Of this thinking</source>
      <translation>Davon Nachdenken</translation>
    </message>
    <message>
      <source>Of unknown size</source>
      <translation>Unbekannte Größe</translation>
    </message>
    <message>
      <source>Off</source>
      <translation>Aus</translation>
    </message>
    <message>
      <source>Off: only wheels are taken, which are unpacked and not run. On: where there is no wheel, code of the plugin runs on this computer before it is installed.</source>
      <translation>Aus: Nur Wheels werden genommen; sie werden entpackt, nicht ausgeführt. An: Wo es kein Wheel gibt, läuft Code des Plugins auf diesem Computer, bevor es installiert ist.</translation>
    </message>
    <message>
      <source>Off: {why}</source>
      <translation>Aus: {why}</translation>
    </message>
    <message>
      <source>Offers no speculator</source>
      <translation>Bietet keinen Spekulator</translation>
    </message>
    <message numerus="yes">
      <source>Offers the speculators {names}</source>
      <extracomment>One: Offers the speculator {names}</extracomment>
      <translation>
        <numerusform>Bietet den Spekulator {names}</numerusform>
        <numerusform>Bietet die Spekulatoren {names}</numerusform>
      </translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>Offline</translation>
    </message>
    <message>
      <source>Offline is on: nothing is asked of the network. Switch it off under Network to search.</source>
      <translation>Offline ist an: Das Netz wird nicht gefragt. Zum Suchen unter Netzwerk ausschalten.</translation>
    </message>
    <message>
      <source>On disk</source>
      <translation>Auf der Platte</translation>
    </message>
    <message>
      <source>On this computer</source>
      <translation>Auf diesem Computer</translation>
    </message>
    <message>
      <source>One a core</source>
      <translation>Einer je Kern</translation>
    </message>
    <message>
      <source>Only for this chat</source>
      <translation>Nur für diesen Chat</translation>
    </message>
    <message>
      <source>Only just fits: takes {needed} of {free} free on {place}</source>
      <translation>Passt gerade noch: braucht {needed} von {free} frei auf {place}</translation>
    </message>
    <message>
      <source>Open Link</source>
      <translation>Link öffnen</translation>
    </message>
    <message>
      <source>Open folder</source>
      <translation>Ordner öffnen</translation>
    </message>
    <message>
      <source>Open in Browser</source>
      <translation>Im Browser öffnen</translation>
    </message>
    <message>
      <source>Open in every part, thinks when asked to, six European languages.</source>
      <translation>In allen Teilen offen, denkt auf Wunsch nach, sechs europäische Sprachen.</translation>
    </message>
    <message>
      <source>Open or close the folder</source>
      <translation>Ordner auf- oder zuklappen</translation>
    </message>
    <message>
      <source>Open the chat, or fold the folder</source>
      <translation>Chat öffnen oder Ordner auf- und zuklappen</translation>
    </message>
    <message>
      <source>Open the folder of: {what}</source>
      <translation>Ordner öffnen: {what}</translation>
    </message>
    <message>
      <source>Open the folder with your chats and settings</source>
      <translation>Ordner mit Chats und Einstellungen öffnen</translation>
    </message>
    <message>
      <source>Open what was found</source>
      <translation>Treffer öffnen</translation>
    </message>
    <message>
      <source>Options</source>
      <translation>Optionen</translation>
    </message>
    <message>
      <source>Options and status</source>
      <translation>Optionen und Status</translation>
    </message>
    <message>
      <source>Own switches for this assistant</source>
      <translation>Eigene Schalter für diesen Assistenten</translation>
    </message>
    <message>
      <source>Own switches for this chat</source>
      <translation>Eigene Schalter für diesen Chat</translation>
    </message>
    <message>
      <source>P&amp;in</source>
      <translation>An&amp;heften</translation>
    </message>
    <message>
      <source>Pace, passes and speculators beside the chat</source>
      <translation>Tempo, Durchläufe und Spekulatoren neben dem Chat</translation>
    </message>
    <message>
      <source>Package</source>
      <translation>Paket</translation>
    </message>
    <message>
      <source>Packages</source>
      <translation>Pakete</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <source>Pages for reading and printing.</source>
      <translation>Seiten zum Lesen und Drucken.</translation>
    </message>
    <message>
      <source>Passes</source>
      <translation>Durchläufe</translation>
    </message>
    <message>
      <source>Paste as text</source>
      <translation>Als Text einfügen</translation>
    </message>
    <message>
      <source>Paste as text, however long</source>
      <translation>Als Text einfügen, egal wie lang</translation>
    </message>
    <message>
      <source>Pasted text.txt</source>
      <translation>Eingefügter Text.txt</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pausieren</translation>
    </message>
    <message>
      <source>Pause the download of {name}</source>
      <translation>Download von {name} pausieren</translation>
    </message>
    <message>
      <source>Paused</source>
      <translation>Pausiert</translation>
    </message>
    <message>
      <source>Pictures can't be attached: the model reads text only.</source>
      <translation>Bilder lassen sich nicht anhängen: Das Modell liest nur Text.</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>Angeheftet</translation>
    </message>
    <message>
      <source>Plain because {reason}: {count}</source>
      <translation>Einfach, weil {reason}: {count}</translation>
    </message>
    <message>
      <source>Plain text: User: and Assistant:</source>
      <translation>Einfacher Text: User: und Assistant:</translation>
    </message>
    <message>
      <source>Plugin to install</source>
      <translation>Zu installierendes Plugin</translation>
    </message>
    <message>
      <source>Plugins</source>
      <translation>Plugins</translation>
    </message>
    <message>
      <source>Plugins (*.whl *.tar.gz *.zip);;All files (*)</source>
      <translation>Plugins (*.whl *.tar.gz *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
      <source>Precision</source>
      <translation>Genauigkeit</translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation>Präsenzstrafe</translation>
    </message>
    <message>
      <source>Previous 30 days</source>
      <translation>Letzte 30 Tage</translation>
    </message>
    <message>
      <source>Previous 7 days</source>
      <translation>Letzte 7 Tage</translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation>Vorherige Version</translation>
    </message>
    <message>
      <source>Print…</source>
      <translation>Drucken …</translation>
    </message>
    <message>
      <source>Processor threads for the model; 0 takes one a core.</source>
      <translation>Prozessor-Threads für das Modell; 0 nimmt einen je Kern.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>Fortschritt von {name}</translation>
    </message>
    <message>
      <source>Prompt</source>
      <translation>Prompt</translation>
    </message>
    <message>
      <source>Proxy</source>
      <translation>Proxy</translation>
    </message>
    <message>
      <source>Put it into the message itself (Ctrl+Shift+V does so at once)</source>
      <translation>In die Nachricht selbst einfügen (Strg+Umschalt+V tut es sofort)</translation>
    </message>
    <message>
      <source>Quarantined</source>
      <translation>In Quarantäne</translation>
    </message>
    <message>
      <source>Quit Now</source>
      <translation>Jetzt beenden</translation>
    </message>
    <message>
      <source>Readable text; every message's source as it is, byte for byte.</source>
      <translation>Lesbarer Text; der Quelltext jeder Nachricht unverändert, Byte für Byte.</translation>
    </message>
    <message>
      <source>Reading the earlier chat {done:,} / {total:,}</source>
      <translation>Liest den früheren Chat {done:,} / {total:,}</translation>
    </message>
    <message>
      <source>Reading the prompt</source>
      <translation>Prompt lesen</translation>
    </message>
    <message>
      <source>Reading the prompt {done:,} / {total:,}</source>
      <translation>Liest den Prompt {done:,} / {total:,}</translation>
    </message>
    <message>
      <source>Reading what is installed…</source>
      <translation>Installiertes wird gelesen …</translation>
    </message>
    <message>
      <source>Reading what is known of it…</source>
      <translation>Angaben werden gelesen …</translation>
    </message>
    <message>
      <source>Reads long texts; drafts for the bigger Llama models. Its terms have to be accepted on the hub.</source>
      <translation>Liest lange Texte; entwirft für die größeren Llama-Modelle. Seine Bedingungen müssen auf dem Hub angenommen werden.</translation>
    </message>
    <message>
      <source>Recommended</source>
      <translation>Empfohlen</translation>
    </message>
    <message>
      <source>Remember for all chats</source>
      <translation>Für alle Chats merken</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <source>Remove Model</source>
      <translation>Modell entfernen</translation>
    </message>
    <message>
      <source>Remove Plugin</source>
      <translation>Plugin entfernen</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>{name} entfernen</translation>
    </message>
    <message>
      <source>Remove {name} (Delete)</source>
      <translation>{name} entfernen (Entf)</translation>
    </message>
    <message>
      <source>Remove {name}?</source>
      <translation>{name} entfernen?</translation>
    </message>
    <message>
      <source>Remove…</source>
      <translation>Entfernen …</translation>
    </message>
    <message>
      <source>Rename this chat</source>
      <translation>Diesen Chat umbenennen</translation>
    </message>
    <message>
      <source>Repetition penalty</source>
      <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
      <source>Replace</source>
      <translation>Ersetzen</translation>
    </message>
    <message>
      <source>Replace it by that of the file, keep both, or leave that of the file out?</source>
      <translation>Durch den aus der Datei ersetzen, beide behalten oder den aus der Datei weglassen?</translation>
    </message>
    <message>
      <source>Replies</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <source>Reply</source>
      <translation>Antwort</translation>
    </message>
    <message>
      <source>Reply De&amp;tails…</source>
      <translation>Antwort-&amp;Details …</translation>
    </message>
    <message>
      <source>Reply Details</source>
      <translation>Antwort-Details</translation>
    </message>
    <message>
      <source>Reply Details…</source>
      <translation>Antwort-Details …</translation>
    </message>
    <message>
      <source>Reply complete: {ending}</source>
      <translation>Antwort fertig: {ending}</translation>
    </message>
    <message>
      <source>Requires</source>
      <translation>Benötigt</translation>
    </message>
    <message>
      <source>Reset all options</source>
      <translation>Alle Optionen zurücksetzen</translation>
    </message>
    <message>
      <source>Restore a Backup</source>
      <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
      <source>Restore at Next Start</source>
      <translation>Beim nächsten Start wiederherstellen</translation>
    </message>
    <message>
      <source>Restore the backup of {time}?</source>
      <translation>Sicherung vom {time} wiederherstellen?</translation>
    </message>
    <message>
      <source>Resume</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <source>Resume download</source>
      <translation>Download fortsetzen</translation>
    </message>
    <message>
      <source>Resume the download of {name}</source>
      <translation>Download von {name} fortsetzen</translation>
    </message>
    <message>
      <source>Retry</source>
      <translation>Erneut versuchen</translation>
    </message>
    <message>
      <source>Room for prompt and reply together, in tokens; the model may allow less. More takes memory.</source>
      <translation>Platz für Prompt und Antwort zusammen, in Token; das Modell erlaubt womöglich weniger. Mehr braucht mehr Speicher.</translation>
    </message>
    <message>
      <source>S&amp;ettings…</source>
      <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
      <source>S&amp;peculators</source>
      <translation>S&amp;pekulatoren</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>Sampling</translation>
    </message>
    <message>
      <source>Save &amp;&amp; send</source>
      <translation>Sichern &amp;&amp; senden</translation>
    </message>
    <message>
      <source>Save and send</source>
      <translation>Sichern und senden</translation>
    </message>
    <message>
      <source>Save changes</source>
      <translation>Änderungen sichern</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>Gespart</translation>
    </message>
    <message>
      <source>Saved so far: neither saved nor cost anything in this chat</source>
      <translation>Bisher in diesem Chat weder etwas gespart noch gekostet</translation>
    </message>
    <message>
      <source>Saved so far: nothing measured yet</source>
      <translation>Bisher gespart: noch nichts gemessen</translation>
    </message>
    <message>
      <source>Saved so far: {time} in this chat</source>
      <translation>Bisher gespart: {time} in diesem Chat</translation>
    </message>
    <message>
      <source>Saved: {time} of the {plain} that plain decoding takes here</source>
      <translation>Gespart: {time} von {plain}, die es hier ohne Entwürfe dauert</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Search chats</source>
      <translation>Chats durchsuchen</translation>
    </message>
    <message>
      <source>Search commands and keys</source>
      <translation>Befehle und Tasten suchen</translation>
    </message>
    <message>
      <source>Search for models on Hugging Face</source>
      <translation>Modelle auf Hugging Face suchen</translation>
    </message>
    <message>
      <source>Search on Hugging Face: a name, or who made it</source>
      <translation>Auf Hugging Face suchen: Name oder Hersteller</translation>
    </message>
    <message>
      <source>Search titles and messages</source>
      <translation>Titel und Nachrichten durchsuchen</translation>
    </message>
    <message>
      <source>Search titles and messages (Ctrl+F)</source>
      <translation>Titel und Nachrichten durchsuchen (Strg+F)</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <source>Seed {seed}</source>
      <translation>Startwert {seed}</translation>
    </message>
    <message>
      <source>Seed: {seed}</source>
      <translation>Startwert: {seed}</translation>
    </message>
    <message>
      <source>Select All</source>
      <translation>Alles auswählen</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>Senden</translation>
    </message>
    <message>
      <source>Send (Ctrl+Enter)</source>
      <translation>Senden (Strg+Enter)</translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation>Senden (Enter)</translation>
    </message>
    <message>
      <source>Send, or break the line, as set</source>
      <translation>Senden oder neue Zeile, je nach Einstellung</translation>
    </message>
    <message>
      <source>Sends the message</source>
      <translation>Sendet die Nachricht</translation>
    </message>
    <message>
      <source>Set by the assistant {name}. A change here holds for this chat only.</source>
      <translation>Vom Assistenten {name} festgelegt. Eine Änderung hier gilt nur für diesen Chat.</translation>
    </message>
    <message>
      <source>Setting</source>
      <translation>Einstellung</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Settings (Ctrl+,)</source>
      <translation>Einstellungen (Strg+,)</translation>
    </message>
    <message>
      <source>Settings page</source>
      <translation>Einstellungsseite</translation>
    </message>
    <message>
      <source>Settings › {heading}</source>
      <translation>Einstellungen › {heading}</translation>
    </message>
    <message>
      <source>Several GPUs together</source>
      <translation>Mehrere GPUs zusammen</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Anzeigen</translation>
    </message>
    <message>
      <source>Show &amp;Dropped Drafts</source>
      <translation>Ver&amp;worfene Entwürfe zeigen</translation>
    </message>
    <message>
      <source>Show details</source>
      <translation>Details anzeigen</translation>
    </message>
    <message>
      <source>Show details of {what}</source>
      <translation>Details anzeigen: {what}</translation>
    </message>
    <message>
      <source>Show dropped drafts</source>
      <translation>Verworfene Entwürfe zeigen</translation>
    </message>
    <message>
      <source>Show in Folder</source>
      <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
      <source>Show more</source>
      <translation>Mehr anzeigen</translation>
    </message>
    <message>
      <source>Show or hide the chat's options</source>
      <translation>Chat-Optionen ein- oder ausblenden</translation>
    </message>
    <message>
      <source>Show or hide the conversations</source>
      <translation>Chats ein- oder ausblenden</translation>
    </message>
    <message>
      <source>Show or hide the live panel</source>
      <translation>Live-Anzeige ein- oder ausblenden</translation>
    </message>
    <message>
      <source>Show pace, passes and speculators beside the chat.</source>
      <translation>Tempo, Durchläufe und Spekulatoren neben dem Chat zeigen.</translation>
    </message>
    <message>
      <source>Show speculators</source>
      <translation>Spekulatoren anzeigen</translation>
    </message>
    <message>
      <source>Show the chat template</source>
      <translation>Chat-Vorlage anzeigen</translation>
    </message>
    <message>
      <source>Show what the model thought</source>
      <translation>Gedanken des Modells anzeigen</translation>
    </message>
    <message>
      <source>Show where it differs</source>
      <translation>Zeigen, wo sie abweicht</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>Größe</translation>
    </message>
    <message>
      <source>Size of all text and controls, in percent.</source>
      <translation>Größe von Text und Bedienelementen, in Prozent.</translation>
    </message>
    <message>
      <source>Small and quick; clearly better than the starter model.</source>
      <translation>Klein und schnell; deutlich besser als das Startmodell.</translation>
    </message>
    <message>
      <source>Smaller context ({n:,} tokens) and continue</source>
      <translation>Kleinerer Kontext ({n:,} Token) und fortsetzen</translation>
    </message>
    <message>
      <source>Smaller context ({n:,} tokens) and retry</source>
      <translation>Kleinerer Kontext ({n:,} Token) und erneut versuchen</translation>
    </message>
    <message>
      <source>Solid: this reply. Dashed: plain, that is without drafts, as measured. Across: seconds.</source>
      <translation>Durchgezogen: diese Antwort. Gestrichelt: ohne Entwürfe, wie gemessen. Waagerecht: Sekunden.</translation>
    </message>
    <message>
      <source>Some models ask for a registration on Hugging Face; an access token shows that you have one. It is kept in this computer's keyring, never in a file, and is sent to Hugging Face alone.</source>
      <translation>Manche Modelle verlangen eine Registrierung bei Hugging Face; ein Zugriffstoken weist sie nach. Es liegt im Schlüsselbund dieses Computers, nie in einer Datei, und geht nur an Hugging Face.</translation>
    </message>
    <message>
      <source>Speculation &amp;Lens</source>
      <translation>&amp;Spekulationslupe</translation>
    </message>
    <message>
      <source>Speculation lens</source>
      <translation>Spekulationslupe</translation>
    </message>
    <message>
      <source>Speculation, shown</source>
      <translation>Spekulation sichtbar</translation>
    </message>
    <message>
      <source>Speculators</source>
      <translation>Spekulatoren</translation>
    </message>
    <message>
      <source>Speculators and lens</source>
      <translation>Spekulatoren und Lupe</translation>
    </message>
    <message>
      <source>Speculators' data</source>
      <translation>Daten der Spekulatoren</translation>
    </message>
    <message>
      <source>Start</source>
      <translation>Starten</translation>
    </message>
    <message>
      <source>Starter model</source>
      <translation>Startmodell</translation>
    </message>
    <message>
      <source>Starting</source>
      <translation>Wird gestartet</translation>
    </message>
    <message>
      <source>Starting the engine</source>
      <translation>Startet die Engine</translation>
    </message>
    <message>
      <source>Statistics under each reply</source>
      <translation>Statistik unter jeder Antwort</translation>
    </message>
    <message>
      <source>Status</source>
      <translation>Status</translation>
    </message>
    <message>
      <source>Still starting</source>
      <translation>Startet noch</translation>
    </message>
    <message>
      <source>Still starting: it {doing}</source>
      <translation>Startet noch: {doing}</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Stoppen</translation>
    </message>
    <message>
      <source>Stop (Esc)</source>
      <translation>Stoppen (Esc)</translation>
    </message>
    <message>
      <source>Stop Using This Seed</source>
      <translation>Diesen Startwert nicht mehr verwenden</translation>
    </message>
    <message>
      <source>Stop and change</source>
      <translation>Stoppen und wechseln</translation>
    </message>
    <message>
      <source>Stop loading</source>
      <translation>Laden abbrechen</translation>
    </message>
    <message>
      <source>Stop loading the model</source>
      <translation>Laden des Modells abbrechen</translation>
    </message>
    <message>
      <source>Stop, and say so</source>
      <translation>Anhalten und melden</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>Wird gestoppt …</translation>
    </message>
    <message>
      <source>Strong all-rounder; for a graphics card of 24 GB, or 16 GB in int8.</source>
      <translation>Starker Allrounder; für eine Grafikkarte mit 24 GB, oder 16 GB mit int8.</translation>
    </message>
    <message>
      <source>Strong at reasoning in English.</source>
      <translation>Stark im Schlussfolgern auf Englisch.</translation>
    </message>
    <message>
      <source>Summing up the earlier chat</source>
      <translation>Früherer Chat wird zusammengefasst</translation>
    </message>
    <message>
      <source>System</source>
      <translation>System</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>System-Prompt</translation>
    </message>
    <message>
      <source>Take off</source>
      <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
      <source>Take the folder {folder} off the list</source>
      <translation>Ordner {folder} aus der Liste nehmen</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>Temperatur</translation>
    </message>
    <message>
      <source>Temporary</source>
      <translation>Temporär</translation>
    </message>
    <message>
      <source>Temporary chat</source>
      <translation>Temporärer Chat</translation>
    </message>
    <message>
      <source>Temporary chat: nothing of it is kept (Ctrl+Shift+N)</source>
      <translation>Temporärer Chat: Nichts davon wird behalten (Strg+Umschalt+N)</translation>
    </message>
    <message>
      <source>Testing exactness</source>
      <translation>Prüft die Exaktheit</translation>
    </message>
    <message>
      <source>The PDF can't be written: check the disk and the folder's rights.</source>
      <translation>Das PDF lässt sich nicht schreiben: Platte und Rechte des Ordners prüfen.</translation>
    </message>
    <message>
      <source>The PDF can't be written: the disk may be full.</source>
      <translation>Das PDF lässt sich nicht schreiben: Vielleicht ist die Platte voll.</translation>
    </message>
    <message>
      <source>The assistant</source>
      <translation>Der Assistent</translation>
    </message>
    <message>
      <source>The backup could not be restored ({error}). Nothing was changed.</source>
      <translation>Die Sicherung ließ sich nicht wiederherstellen ({error}). Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>The backup could not be restored ({reason}), and neither could your chats be put back: they lie in {aside}. Close Foreword and move them to {folder}</source>
      <translation>Die Sicherung ließ sich nicht wiederherstellen ({reason}), und auch die Chats ließen sich nicht zurücklegen: Sie liegen in {aside}. Foreword beenden und sie nach {folder} verschieben</translation>
    </message>
    <message>
      <source>The backup could not be restored ({reason}), so everything is as it was.</source>
      <translation>Die Sicherung ließ sich nicht wiederherstellen ({reason}); alles ist, wie es war.</translation>
    </message>
    <message>
      <source>The backup is ready: start Foreword again.</source>
      <translation>Die Sicherung ist bereit: Foreword neu starten.</translation>
    </message>
    <message>
      <source>The backup is whole.</source>
      <translation>Die Sicherung ist unversehrt.</translation>
    </message>
    <message>
      <source>The backup was restored. What was here before lies in {aside}</source>
      <translation>Die Sicherung wurde wiederhergestellt. Was vorher hier war, liegt in {aside}</translation>
    </message>
    <message>
      <source>The best answers below 10 GB; answers at once, without thinking aloud.</source>
      <translation>Die besten Antworten unter 10 GB; antwortet sofort, ohne laut nachzudenken.</translation>
    </message>
    <message>
      <source>The best here; for 80 GB of memory, 48 GB in int8, a 24 GB card in int4.</source>
      <translation>Das beste hier; für 80 GB Speicher, 48 GB mit int8, eine 24-GB-Karte mit int4.</translation>
    </message>
    <message>
      <source>The biggest of its family here; answers at once.</source>
      <translation>Das größte seiner Familie hier; antwortet sofort.</translation>
    </message>
    <message>
      <source>The change holds until you quit; it could not be saved ({reason}).</source>
      <translation>Die Änderung gilt bis zum Beenden; sie konnte nicht gesichert werden ({reason}).</translation>
    </message>
    <message>
      <source>The change holds until you quit; it could not be saved ({why}).</source>
      <translation>Die Änderung gilt bis zum Beenden; sie konnte nicht gesichert werden ({why}).</translation>
    </message>
    <message>
      <source>The chat takes what its assistant sets, from the next reply on</source>
      <translation>Der Chat übernimmt, was der Assistent festlegt, ab der nächsten Antwort</translation>
    </message>
    <message>
      <source>The chat that was open last.</source>
      <translation>Der zuletzt geöffnete Chat.</translation>
    </message>
    <message>
      <source>The chats are open read-only, so nothing can be imported.</source>
      <translation>Die Chats sind schreibgeschützt geöffnet; importieren ist nicht möglich.</translation>
    </message>
    <message>
      <source>The chats in it stay; you will find them by their dates.</source>
      <translation>Die Chats darin bleiben; sie stehen dann bei ihrem Datum.</translation>
    </message>
    <message>
      <source>The choice of the model could not be saved: {reason}</source>
      <translation>Die Modellwahl konnte nicht gesichert werden: {reason}</translation>
    </message>
    <message>
      <source>The context can't be made smaller: take a smaller model.</source>
      <translation>Der Kontext lässt sich nicht weiter verkleinern: ein kleineres Modell nehmen.</translation>
    </message>
    <message>
      <source>The context is full</source>
      <translation>Der Kontext ist voll</translation>
    </message>
    <message>
      <source>The context is full.</source>
      <translation>Der Kontext ist voll.</translation>
    </message>
    <message>
      <source>The curves can't be drawn: install pyqtgraph ({reason}).</source>
      <translation>Die Kurven lassen sich nicht zeichnen: pyqtgraph installieren ({reason}).</translation>
    </message>
    <message>
      <source>The disk has too little room: free {needed:,} MB, then try again.</source>
      <translation>Auf der Platte ist zu wenig Platz: {needed:,} MB freigeben, dann erneut versuchen.</translation>
    </message>
    <message>
      <source>The disk is full: free some space, then try again.</source>
      <translation>Die Platte ist voll: Platz schaffen, dann erneut versuchen.</translation>
    </message>
    <message>
      <source>The file could not be read ({reason}): {path}</source>
      <translation>Die Datei ließ sich nicht lesen ({reason}): {path}</translation>
    </message>
    <message>
      <source>The file could not be written ({reason}): {path}</source>
      <translation>Die Datei ließ sich nicht schreiben ({reason}): {path}</translation>
    </message>
    <message>
      <source>The file ends too early: it was cut off.</source>
      <translation>Die Datei endet zu früh: Sie wurde abgeschnitten.</translation>
    </message>
    <message>
      <source>The file is broken near character {place:,}{reason}.</source>
      <translation>Die Datei ist bei Zeichen {place:,} kaputt{reason}.</translation>
    </message>
    <message>
      <source>The file is not text in UTF-8.</source>
      <translation>Die Datei ist kein Text in UTF-8.</translation>
    </message>
    <message>
      <source>The folder and what is in it stay as they are</source>
      <translation>Der Ordner und sein Inhalt bleiben, wie sie sind</translation>
    </message>
    <message>
      <source>The folders were not kept: {reason}</source>
      <translation>Die Ordner wurden nicht gesichert: {reason}</translation>
    </message>
    <message>
      <source>The last reply is complete: there is nothing to continue.</source>
      <translation>Die letzte Antwort ist vollständig: Es gibt nichts weiterzuschreiben.</translation>
    </message>
    <message>
      <source>The long text that you pasted is attached as a file.</source>
      <translation>Der lange eingefügte Text ist als Datei angehängt.</translation>
    </message>
    <message>
      <source>The longest reply, in tokens.</source>
      <translation>Die längste Antwort, in Token.</translation>
    </message>
    <message>
      <source>The model is reading. Figures follow as soon as it writes.</source>
      <translation>Das Modell liest. Zahlen folgen, sobald es schreibt.</translation>
    </message>
    <message>
      <source>The model runs on this computer. What you write stays here.</source>
      <translation>Das Modell läuft auf diesem Computer. Geschriebenes bleibt hier.</translation>
    </message>
    <message>
      <source>The model sums this chat up first</source>
      <translation>Das Modell fasst diesen Chat zuerst zusammen</translation>
    </message>
    <message>
      <source>The model was unloaded: the next message loads it again.</source>
      <translation>Das Modell wurde entladen: Die nächste Nachricht lädt es wieder.</translation>
    </message>
    <message>
      <source>The model's makers</source>
      <translation>Hersteller des Modells</translation>
    </message>
    <message>
      <source>The reply broke off.</source>
      <translation>Die Antwort brach ab.</translation>
    </message>
    <message>
      <source>The reply can't be saved while it grows. {error}</source>
      <translation>Die Antwort lässt sich nicht sichern, während sie wächst. {error}</translation>
    </message>
    <message>
      <source>The same in plain steps</source>
      <translation>Dasselbe ohne Entwürfe</translation>
    </message>
    <message>
      <source>The same seed gives the same reply to the same question.</source>
      <translation>Derselbe Startwert gibt auf dieselbe Frage dieselbe Antwort.</translation>
    </message>
    <message>
      <source>The same seed gives the same reply to the same question; -1 takes a fresh one each time.</source>
      <translation>Derselbe Startwert gibt auf dieselbe Frage dieselbe Antwort; -1 nimmt jedes Mal einen neuen.</translation>
    </message>
    <message>
      <source>The settings could not be saved ({reason}): {path}</source>
      <translation>Die Einstellungen konnten nicht gesichert werden ({reason}): {path}</translation>
    </message>
    <message>
      <source>The smaller context could not be kept: {reason}</source>
      <translation>Der kleinere Kontext konnte nicht gesichert werden: {reason}</translation>
    </message>
    <message>
      <source>The smallest that can think before it answers; drafts for the bigger Qwen3 models.</source>
      <translation>Das kleinste, das vor dem Antworten nachdenken kann; entwirft für die größeren Qwen3-Modelle.</translation>
    </message>
    <message>
      <source>The speculators are still starting.</source>
      <translation>Die Spekulatoren starten noch.</translation>
    </message>
    <message>
      <source>The starter model's big sister, which can draft for it; English.</source>
      <translation>Die große Schwester des Startmodells, das für sie entwerfen kann; Englisch.</translation>
    </message>
    <message>
      <source>The starter model's own weights: the quickest there is, for short answers.</source>
      <translation>Die Gewichte des Startmodells: das schnellste überhaupt, für kurze Antworten.</translation>
    </message>
    <message>
      <source>The system's</source>
      <translation>Der des Systems</translation>
    </message>
    <message>
      <source>The time that the same tokens would have taken without drafts, by the plain steps measured on this computer, less the time that they took.</source>
      <translation>Die Zeit, die dieselben Token ohne Entwürfe gebraucht hätten, nach den auf diesem Computer gemessenen einfachen Schritten, abzüglich der tatsächlichen Zeit.</translation>
    </message>
    <message>
      <source>The tokens of this reply were not kept.</source>
      <translation>Die Token dieser Antwort wurden nicht aufbewahrt.</translation>
    </message>
    <message>
      <source>The window's language, from the next start on; system follows this computer.</source>
      <translation>Sprache des Fensters, ab dem nächsten Start; „System“ richtet sich nach diesem Computer.</translation>
    </message>
    <message>
      <source>The {count} newest messages</source>
      <translation>Die {count} neuesten Nachrichten</translation>
    </message>
    <message numerus="yes">
      <source>The {n:,} oldest messages were left out for want of room</source>
      <extracomment>One: The oldest message was left out for want of room</extracomment>
      <translation>
        <numerusform>Die älteste Nachricht wurde aus Platzmangel weggelassen</numerusform>
        <numerusform>Die {n:,} ältesten Nachrichten wurden aus Platzmangel weggelassen</numerusform>
      </translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Design</translation>
    </message>
    <message>
      <source>There are no chats in {name}.</source>
      <translation>In {name} sind keine Chats.</translation>
    </message>
    <message>
      <source>There are no chats to export yet.</source>
      <translation>Es gibt noch keine Chats zum Exportieren.</translation>
    </message>
    <message>
      <source>There are no chats to export.</source>
      <translation>Es gibt keine Chats zum Exportieren.</translation>
    </message>
    <message>
      <source>There is an assistant called {name} already.</source>
      <translation>Einen Assistenten namens {name} gibt es schon.</translation>
    </message>
    <message>
      <source>There is an assistant called {name} already. Choose another name.</source>
      <translation>Einen Assistenten namens {name} gibt es schon. Anderen Namen wählen.</translation>
    </message>
    <message>
      <source>There is no assistant yet. Make one here, or from a chat that does what you like: “New from this chat” in its options.</source>
      <translation>Noch gibt es keinen Assistenten. Hier einen anlegen, oder aus einem Chat, der gut läuft: „Neu aus diesem Chat“ in dessen Optionen.</translation>
    </message>
    <message>
      <source>There is no conversations.json in {name}.</source>
      <translation>In {name} ist keine conversations.json.</translation>
    </message>
    <message>
      <source>There is no reply to check.</source>
      <translation>Es gibt keine Antwort zu prüfen.</translation>
    </message>
    <message>
      <source>There is no reply yet whose seed could be used again</source>
      <translation>Es gibt noch keine Antwort, deren Startwert sich wiederverwenden ließe</translation>
    </message>
    <message>
      <source>There will be no reply: shorten the message, or begin a new chat.</source>
      <translation>Es kommt keine Antwort: Nachricht kürzen oder neuen Chat beginnen.</translation>
    </message>
    <message>
      <source>These are not deleted: they are set aside in a folder of their own, with everything that you write until then.</source>
      <translation>Gelöscht werden sie nicht: Sie kommen in einen eigenen Ordner, mit allem, was bis dahin noch geschrieben wird.</translation>
    </message>
    <message>
      <source>These switches hold for all chats.</source>
      <translation>Diese Schalter gelten für alle Chats.</translation>
    </message>
    <message>
      <source>These switches hold for this chat only; other chats keep theirs.</source>
      <translation>Diese Schalter gelten nur für diesen Chat; andere Chats behalten ihre.</translation>
    </message>
    <message>
      <source>They stay in the chat; the model isn't told of them any more</source>
      <translation>Sie bleiben im Chat; das Modell bekommt sie nicht mehr zu lesen</translation>
    </message>
    <message>
      <source>Thinking</source>
      <translation>Nachdenken</translation>
    </message>
    <message>
      <source>Thinking was cut short</source>
      <translation>Nachdenken abgebrochen</translation>
    </message>
    <message>
      <source>Thinking…</source>
      <translation>Denkt nach …</translation>
    </message>
    <message>
      <source>Thinks before it answers, in many languages; still quick on a processor.</source>
      <translation>Denkt vor dem Antworten nach, in vielen Sprachen; auch auf einem Prozessor noch schnell.</translation>
    </message>
    <message>
      <source>Thinks before it answers; for a graphics card of 24 GB, or 16 GB in int8.</source>
      <translation>Denkt vor dem Antworten nach; für eine Grafikkarte mit 24 GB, oder 16 GB mit int8.</translation>
    </message>
    <message>
      <source>Thinks before it answers; strong for its size.</source>
      <translation>Denkt vor dem Antworten nach; stark für seine Größe.</translation>
    </message>
    <message>
      <source>Thinks long before it answers: mathematics, logic, planning.</source>
      <translation>Denkt vor dem Antworten lange nach: Mathematik, Logik, Planung.</translation>
    </message>
    <message>
      <source>Thinks long, for arithmetic and puzzles; drafts for its bigger sisters.</source>
      <translation>Denkt lange nach, für Rechnen und Rätsel; entwirft für seine großen Geschwister.</translation>
    </message>
    <message>
      <source>This assistant</source>
      <translation>Dieser Assistent</translation>
    </message>
    <message>
      <source>This assistant is no longer there.</source>
      <translation>Diesen Assistenten gibt es nicht mehr.</translation>
    </message>
    <message>
      <source>This backup is damaged: its manifest can't be read.</source>
      <translation>Diese Sicherung ist beschädigt: Ihr Verzeichnis ist nicht lesbar.</translation>
    </message>
    <message>
      <source>This backup is damaged: there are no chats in it.</source>
      <translation>Diese Sicherung ist beschädigt: Es sind keine Chats darin.</translation>
    </message>
    <message>
      <source>This backup is damaged: {name} can't be read.</source>
      <translation>Diese Sicherung ist beschädigt: {name} ist nicht lesbar.</translation>
    </message>
    <message>
      <source>This backup is damaged: {name} is not as it was saved.</source>
      <translation>Diese Sicherung ist beschädigt: {name} ist nicht, wie es gesichert wurde.</translation>
    </message>
    <message>
      <source>This backup was made by a newer Foreword (version {version}): update Foreword, then try again.</source>
      <translation>Diese Sicherung stammt von einem neueren Foreword (Version {version}): Foreword aktualisieren, dann erneut versuchen.</translation>
    </message>
    <message>
      <source>This chat</source>
      <translation>Dieser Chat</translation>
    </message>
    <message>
      <source>This chat can't be brought back any more.</source>
      <translation>Dieser Chat lässt sich nicht mehr zurückholen.</translation>
    </message>
    <message>
      <source>This chat changes nothing of it.</source>
      <translation>Dieser Chat ändert nichts daran.</translation>
    </message>
    <message numerus="yes">
      <source>This chat changes {n} options.</source>
      <extracomment>One: This chat changes {n} option.</extracomment>
      <translation>
        <numerusform>Dieser Chat ändert {n} Option.</numerusform>
        <numerusform>Dieser Chat ändert {n} Optionen.</numerusform>
      </translation>
    </message>
    <message>
      <source>This chat fills the model's context, so the reply was cut. What it says stays.</source>
      <translation>Dieser Chat füllt den Kontext des Modells, daher wurde die Antwort abgeschnitten. Was schon dasteht, bleibt.</translation>
    </message>
    <message>
      <source>This chat is no longer there.</source>
      <translation>Diesen Chat gibt es nicht mehr.</translation>
    </message>
    <message>
      <source>This chat no longer fits into the model's context, so there is no room for a reply.</source>
      <translation>Dieser Chat passt nicht mehr in den Kontext des Modells; für eine Antwort ist kein Platz.</translation>
    </message>
    <message>
      <source>This chat sets nothing for itself any more</source>
      <translation>Danach hat dieser Chat keine eigenen Optionen mehr</translation>
    </message>
    <message>
      <source>This chat sets nothing for itself: the assistant begins with Foreword's settings.</source>
      <translation>Dieser Chat hat keine eigenen Optionen: Der Assistent beginnt mit den Einstellungen von Foreword.</translation>
    </message>
    <message numerus="yes">
      <source>This chat sets {n} options for itself.</source>
      <extracomment>One: This chat sets {n} option for itself.</extracomment>
      <translation>
        <numerusform>Dieser Chat hat {n} eigene Option.</numerusform>
        <numerusform>Dieser Chat hat {n} eigene Optionen.</numerusform>
      </translation>
    </message>
    <message>
      <source>This chat uses no assistant</source>
      <translation>Dieser Chat hat keinen Assistenten</translation>
    </message>
    <message>
      <source>This chat uses no assistant. Choose one first, or make a new one.</source>
      <translation>Dieser Chat hat keinen Assistenten. Erst einen wählen oder neu anlegen.</translation>
    </message>
    <message>
      <source>This chat: {count:,} tokens</source>
      <translation>Dieser Chat: {count:,} Token</translation>
    </message>
    <message>
      <source>This chat: {seconds} s</source>
      <translation>Dieser Chat: {seconds} s</translation>
    </message>
    <message>
      <source>This chat: {title}</source>
      <translation>Dieser Chat: {title}</translation>
    </message>
    <message>
      <source>This file doesn't say which version of the format it has.</source>
      <translation>Diese Datei sagt nicht, welche Version des Formats sie hat.</translation>
    </message>
    <message>
      <source>This file has no list of assistants.</source>
      <translation>Diese Datei hat keine Liste von Assistenten.</translation>
    </message>
    <message>
      <source>This file holds no assistants that Foreword has written.</source>
      <translation>Diese Datei enthält keine von Foreword geschriebenen Assistenten.</translation>
    </message>
    <message>
      <source>This file holds no assistants: it isn't JSON.</source>
      <translation>Diese Datei enthält keine Assistenten: Sie ist kein JSON.</translation>
    </message>
    <message>
      <source>This file is too large to hold assistants.</source>
      <translation>Diese Datei ist zu groß für Assistenten.</translation>
    </message>
    <message>
      <source>This file was written by a newer Foreword. Update this one to import it.</source>
      <translation>Diese Datei stammt von einem neueren Foreword. Zum Importieren dieses hier aktualisieren.</translation>
    </message>
    <message>
      <source>This is a backup: restore it instead.</source>
      <translation>Das ist eine Sicherung: bitte wiederherstellen statt importieren.</translation>
    </message>
    <message>
      <source>This is not a JSON file of chats.</source>
      <translation>Das ist keine JSON-Datei mit Chats.</translation>
    </message>
    <message>
      <source>This is not a backup of Foreword, or it is damaged.</source>
      <translation>Das ist keine Sicherung von Foreword, oder sie ist beschädigt.</translation>
    </message>
    <message>
      <source>This is not a backup of Foreword.</source>
      <translation>Das ist keine Sicherung von Foreword.</translation>
    </message>
    <message>
      <source>This link leads to:</source>
      <translation>Dieser Link führt zu:</translation>
    </message>
    <message>
      <source>This message alone has no room in the context: shorten it, or remove an attachment.</source>
      <translation>Schon diese Nachricht allein passt nicht in den Kontext: kürzen oder einen Anhang entfernen.</translation>
    </message>
    <message>
      <source>This reply broke off: {reason}</source>
      <translation>Diese Antwort brach ab: {reason}</translation>
    </message>
    <message>
      <source>This reply has no record of how it was asked for.</source>
      <translation>Zu dieser Antwort ist nicht aufgezeichnet, wie sie angefordert wurde.</translation>
    </message>
    <message>
      <source>This reply: {seconds} s</source>
      <translation>Diese Antwort: {seconds} s</translation>
    </message>
    <message>
      <source>This was not kept: {error}</source>
      <translation>Das wurde nicht gesichert: {error}</translation>
    </message>
    <message>
      <source>Thought for a moment</source>
      <translation>Kurz nachgedacht</translation>
    </message>
    <message>
      <source>Thought for {minutes} min {seconds} s</source>
      <translation>{minutes} min {seconds} s nachgedacht</translation>
    </message>
    <message>
      <source>Thought for {seconds} s</source>
      <translation>{seconds} s nachgedacht</translation>
    </message>
    <message>
      <source>Thoughts</source>
      <translation>Gedanken</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>Threads</translation>
    </message>
    <message>
      <source>Tick a chat first</source>
      <translation>Erst einen Chat ankreuzen</translation>
    </message>
    <message>
      <source>Tint by source</source>
      <translation>Nach Herkunft färben</translation>
    </message>
    <message>
      <source>Tint each piece of a reply by where it came from</source>
      <translation>Jeden Teil einer Antwort nach seiner Herkunft färben</translation>
    </message>
    <message>
      <source>Tint each piece of a reply by where it came from.</source>
      <translation>Jeden Teil einer Antwort nach seiner Herkunft färben.</translation>
    </message>
    <message>
      <source>Title of this chat</source>
      <translation>Titel dieses Chats</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>Heute</translation>
    </message>
    <message>
      <source>Together: {size}</source>
      <translation>Zusammen: {size}</translation>
    </message>
    <message>
      <source>Tokens per pass: {value} ({tokens} tokens in {passes} passes)</source>
      <translation>Token pro Durchlauf: {value} ({tokens} Token in {passes} Durchläufen)</translation>
    </message>
    <message>
      <source>Tokens per second</source>
      <translation>Token pro Sekunde</translation>
    </message>
    <message>
      <source>Tokens that rounding could have turned: {count}</source>
      <translation>Token, über die Rundung entschieden haben könnte: {count}</translation>
    </message>
    <message>
      <source>Too many by: {count:,}</source>
      <translation>Zu viele: {count:,}</translation>
    </message>
    <message>
      <source>Top-k</source>
      <translation>Top-k</translation>
    </message>
    <message>
      <source>Top-p</source>
      <translation>Top-p</translation>
    </message>
    <message>
      <source>Try Again</source>
      <translation>Erneut versuchen</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Erneut versuchen</translation>
    </message>
    <message>
      <source>Try {name} again</source>
      <translation>{name} erneut versuchen</translation>
    </message>
    <message>
      <source>Und&amp;o Delete</source>
      <translation>Löschen rückgän&amp;gig machen</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>Entladen</translation>
    </message>
    <message>
      <source>Unload when idle</source>
      <translation>Bei Leerlauf entladen</translation>
    </message>
    <message numerus="yes">
      <source>Unloaded after {n} idle minutes: the next message loads the model again.</source>
      <extracomment>One: Unloaded after {n} idle minute: the next message loads the model again.</extracomment>
      <translation>
        <numerusform>Nach {n} Minute Leerlauf entladen: Die nächste Nachricht lädt das Modell wieder.</numerusform>
        <numerusform>Nach {n} Minuten Leerlauf entladen: Die nächste Nachricht lädt das Modell wieder.</numerusform>
      </translation>
    </message>
    <message>
      <source>Unp&amp;in</source>
      <translation>Nicht mehr an&amp;heften</translation>
    </message>
    <message>
      <source>Unpacking the starter model</source>
      <translation>Entpackt das Startmodell</translation>
    </message>
    <message>
      <source>Until then nothing changes. What is here now will lie in
{aside}</source>
      <translation>Bis dahin ändert sich nichts. Das Jetzige liegt dann in
{aside}</translation>
    </message>
    <message>
      <source>Untitled</source>
      <translation>Ohne Titel</translation>
    </message>
    <message>
      <source>Up to 2 GB of memory</source>
      <translation>Bis 2 GB Speicher</translation>
    </message>
    <message>
      <source>Update {name}</source>
      <translation>{name} aktualisieren</translation>
    </message>
    <message>
      <source>Update…</source>
      <translation>Aktualisieren …</translation>
    </message>
    <message>
      <source>Use This Seed Again</source>
      <translation>Diesen Startwert wiederverwenden</translation>
    </message>
    <message>
      <source>Use as draft model</source>
      <translation>Als Entwurfsmodell verwenden</translation>
    </message>
    <message>
      <source>Use one already on this computer</source>
      <translation>Vorhandenes verwenden</translation>
    </message>
    <message>
      <source>Use the last reply's seed again: {seed}</source>
      <translation>Startwert der letzten Antwort wiederverwenden: {seed}</translation>
    </message>
    <message>
      <source>Use {model}</source>
      <translation>{model} verwenden</translation>
    </message>
    <message>
      <source>Use {name}</source>
      <translation>{name} verwenden</translation>
    </message>
    <message>
      <source>Use {name} here</source>
      <translation>{name} hier verwenden</translation>
    </message>
    <message>
      <source>Verified</source>
      <translation>Geprüft</translation>
    </message>
    <message>
      <source>Verified (entered a pass): {count}</source>
      <translation>Geprüft (in einem Durchlauf): {count}</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>Version</translation>
    </message>
    <message>
      <source>Version {number} of {count}</source>
      <translation>Version {number} von {count}</translation>
    </message>
    <message>
      <source>Vocabulary: {n:,} tokens</source>
      <translation>Vokabular: {n:,} Token</translation>
    </message>
    <message>
      <source>Waiting for a model: your message is sent as soon as one is ready</source>
      <translation>Wartet auf ein Modell: Die Nachricht wird gesendet, sobald eins bereit ist</translation>
    </message>
    <message>
      <source>Waiting until the model is loaded</source>
      <translation>Wartet, bis das Modell geladen ist</translation>
    </message>
    <message>
      <source>Waiting: not asked lately, as drafts wouldn't pay</source>
      <translation>Wartet: zuletzt nicht gefragt, da Entwürfe sich nicht lohnen</translation>
    </message>
    <message>
      <source>Waits for another download</source>
      <translation>Wartet auf einen anderen Download</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>Gewichte</translation>
    </message>
    <message>
      <source>Weights in {precision}: {size}</source>
      <translation>Gewichte in {precision}: {size}</translation>
    </message>
    <message>
      <source>Welcome to Foreword</source>
      <translation>Willkommen bei Foreword</translation>
    </message>
    <message>
      <source>Well-known models that follow instructions, by the memory that they take with the settings in force.</source>
      <translation>Bekannte Modelle, die Anweisungen folgen, nach dem Speicher, den sie mit den geltenden Einstellungen brauchen.</translation>
    </message>
    <message>
      <source>What Enter does while you write; Shift+Enter always breaks the line, Ctrl+Enter always sends.</source>
      <translation>Was Enter beim Schreiben tut; Umschalt+Enter beginnt immer eine neue Zeile, Strg+Enter sendet immer.</translation>
    </message>
    <message>
      <source>What computes: auto, cpu, cuda:0 and so on, mps, or several (spread over all GPUs).</source>
      <translation>Was rechnet: auto, cpu, cuda:0 usw., mps oder mehrere (verteilt auf alle GPUs).</translation>
    </message>
    <message>
      <source>What fits</source>
      <translation>Treffer</translation>
    </message>
    <message>
      <source>What is set for each speculator, by name and option.</source>
      <translation>Was für jeden Spekulator eingestellt ist, nach Name und Option.</translation>
    </message>
    <message>
      <source>What is this?</source>
      <translation>Was ist das?</translation>
    </message>
    <message>
      <source>What it says so far is kept. It can be written anew with another model.</source>
      <translation>Was schon dasteht, bleibt. Mit einem anderen Modell lässt sie sich neu schreiben.</translation>
    </message>
    <message>
      <source>What it takes with {n:,} tokens of context.</source>
      <translation>Bedarf bei {n:,} Token Kontext.</translation>
    </message>
    <message>
      <source>What stands before it, or the system prompt, has changed since.</source>
      <translation>Was davor steht, oder der System-Prompt, hat sich seitdem geändert.</translation>
    </message>
    <message>
      <source>What the model thought</source>
      <translation>Gedanken des Modells</translation>
    </message>
    <message>
      <source>What was changed holds when the model is loaded again.</source>
      <translation>Änderungen gelten, sobald das Modell neu geladen ist.</translation>
    </message>
    <message>
      <source>What was found</source>
      <translation>Treffer</translation>
    </message>
    <message>
      <source>What would you like to ask?</source>
      <translation>Womit geht es los?</translation>
    </message>
    <message>
      <source>What you change here holds for this chat, from the next reply on.</source>
      <translation>Änderungen gelten für diesen Chat, ab der nächsten Antwort.</translation>
    </message>
    <message>
      <source>When a chat no longer fits into the context: ask, leave out the oldest turns, stop, or go on in a new chat that begins with a summary.</source>
      <translation>Wenn ein Chat nicht mehr in den Kontext passt: nachfragen, die ältesten Nachrichten weglassen, anhalten oder in einem neuen Chat weitermachen, der mit einer Zusammenfassung beginnt.</translation>
    </message>
    <message>
      <source>When the context is full</source>
      <translation>Wenn der Kontext voll ist</translation>
    </message>
    <message>
      <source>When you send, the oldest turns will be left out of what the model reads.</source>
      <translation>Beim Senden werden die ältesten Nachrichten weggelassen; das Modell liest sie nicht mehr.</translation>
    </message>
    <message>
      <source>When you send, the reply comes in a new chat that begins with a summary of this one.</source>
      <translation>Nach dem Senden kommt die Antwort in einem neuen Chat, der mit einer Zusammenfassung von diesem beginnt.</translation>
    </message>
    <message>
      <source>When you send, you will be asked what to do.</source>
      <translation>Beim Senden wird nachgefragt, was geschehen soll.</translation>
    </message>
    <message>
      <source>Where Each Piece Came From</source>
      <translation>Woher jeder Teil stammt</translation>
    </message>
    <message>
      <source>Where Each Piece Came From…</source>
      <translation>Woher jeder Teil stammt …</translation>
    </message>
    <message>
      <source>Where Your &amp;Data Lies…</source>
      <translation>Speicherort der &amp;Daten …</translation>
    </message>
    <message>
      <source>Where its pieces came from was not recorded.</source>
      <translation>Woher die Teile stammen, wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
      <source>Where this reply came from</source>
      <translation>Woher diese Antwort stammt</translation>
    </message>
    <message>
      <source>Whether things glide and fade, or change at once; system follows this computer.</source>
      <translation>Ob Dinge gleiten und überblenden oder sofort wechseln; „System“ richtet sich nach diesem Computer.</translation>
    </message>
    <message>
      <source>Which speculators are switched on, by name.</source>
      <translation>Welche Spekulatoren eingeschaltet sind, nach Namen.</translation>
    </message>
    <message>
      <source>Widely used and well understood. Its terms have to be accepted on the hub.</source>
      <translation>Weit verbreitet und gut verstanden. Seine Bedingungen müssen auf dem Hub angenommen werden.</translation>
    </message>
    <message>
      <source>Width of each pass</source>
      <translation>Breite jedes Durchlaufs</translation>
    </message>
    <message>
      <source>Will lie in {folder}</source>
      <translation>Kommt nach {folder}</translation>
    </message>
    <message>
      <source>With all their versions, for good.</source>
      <translation>Mit allen Versionen, endgültig.</translation>
    </message>
    <message>
      <source>With the lens on, show drafts that were dropped, where they were dropped</source>
      <translation>Mit der Lupe verworfene Entwürfe zeigen, wo sie verworfen wurden</translation>
    </message>
    <message>
      <source>With the lens on, show drafts that were dropped, where they were dropped.</source>
      <translation>Mit der Lupe verworfene Entwürfe zeigen, wo sie verworfen wurden.</translation>
    </message>
    <message>
      <source>With the lens on: from piece to piece, and where each came from</source>
      <translation>Mit der Lupe: von Teil zu Teil, und woher jeder stammt</translation>
    </message>
    <message>
      <source>Without drafts: {value} tokens/s</source>
      <translation>Ohne Entwürfe: {value} Token/s</translation>
    </message>
    <message>
      <source>Working memory</source>
      <translation>Rechenpuffer</translation>
    </message>
    <message>
      <source>Working memory: {size}</source>
      <translation>Rechenpuffer: {size}</translation>
    </message>
    <message>
      <source>Working…</source>
      <translation>In Arbeit …</translation>
    </message>
    <message>
      <source>Wrap</source>
      <translation>Umbrechen</translation>
    </message>
    <message>
      <source>Wrap code</source>
      <translation>Code umbrechen</translation>
    </message>
    <message>
      <source>Write a Python function that reverses a sentence.</source>
      <translation>Schreibe eine Python-Funktion, die einen Satz umkehrt.</translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation>Nachricht schreiben</translation>
    </message>
    <message>
      <source>Write it once more with speculation off, and compare every token</source>
      <translation>Ohne Spekulation noch einmal schreiben und jedes Token vergleichen</translation>
    </message>
    <message>
      <source>Write this reply once more</source>
      <translation>Diese Antwort neu schreiben</translation>
    </message>
    <message>
      <source>Writes well for its size, in many languages; its terms have to be accepted on the hub.</source>
      <translation>Schreibt für seine Größe gut, in vielen Sprachen; seine Bedingungen müssen auf dem Hub angenommen werden.</translation>
    </message>
    <message>
      <source>Writing</source>
      <translation>Schreiben</translation>
    </message>
    <message>
      <source>Writing a message</source>
      <translation>Nachricht schreiben</translation>
    </message>
    <message>
      <source>Writing and reading</source>
      <translation>Schreiben und Lesen</translation>
    </message>
    <message numerus="yes">
      <source>Written by the model itself: {n} tokens.</source>
      <extracomment>One: Written by the model itself: {n} token.</extracomment>
      <translation>
        <numerusform>Vom Modell selbst geschrieben: {n} Token.</numerusform>
        <numerusform>Vom Modell selbst geschrieben: {n} Token.</numerusform>
      </translation>
    </message>
    <message>
      <source>Written: {path}</source>
      <translation>Geschrieben: {path}</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>Gestern</translation>
    </message>
    <message>
      <source>You</source>
      <translation>Ich</translation>
    </message>
    <message>
      <source>You can send this when the files are read</source>
      <translation>Senden geht, sobald die Dateien gelesen sind</translation>
    </message>
    <message>
      <source>You can send this when the reply is complete. Esc stops it.</source>
      <translation>Senden geht, sobald die Antwort fertig ist. Esc stoppt sie.</translation>
    </message>
    <message>
      <source>You can write already: your message is sent as soon as a model is ready.</source>
      <translation>Schreiben geht schon: Die Nachricht wird gesendet, sobald ein Modell bereit ist.</translation>
    </message>
    <message>
      <source>Your chats and settings lie in {folder}</source>
      <translation>Chats und Einstellungen liegen in {folder}</translation>
    </message>
    <message>
      <source>Your chats will appear here.</source>
      <translation>Hier erscheinen die Chats.</translation>
    </message>
    <message>
      <source>Your data</source>
      <translation>Daten</translation>
    </message>
    <message>
      <source>Your folders</source>
      <translation>Eigene Ordner</translation>
    </message>
    <message>
      <source>Your message</source>
      <translation>Eigene Nachricht</translation>
    </message>
    <message>
      <source>Your message: {count:,}</source>
      <translation>Eigene Nachricht: {count:,}</translation>
    </message>
    <message>
      <source>Zoom</source>
      <translation>Zoom</translation>
    </message>
    <message>
      <source>Zoom &amp;In</source>
      <translation>Ver&amp;größern</translation>
    </message>
    <message>
      <source>Zoom &amp;Out</source>
      <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
      <source>Zoom {percent} %</source>
      <translation>Zoom {percent} %</translation>
    </message>
    <message>
      <source>[image: {words} — {address}]</source>
      <translation>[Bild: {words} — {address}]</translation>
    </message>
    <message>
      <source>a GGUF file of yours</source>
      <translation>eine eigene GGUF-Datei</translation>
    </message>
    <message>
      <source>a fresh one each time</source>
      <translation>jedes Mal ein neuer</translation>
    </message>
    <message>
      <source>a model is being loaded</source>
      <translation>ein Modell wird geladen</translation>
    </message>
    <message>
      <source>a reply is being written</source>
      <translation>eine Antwort wird geschrieben</translation>
    </message>
    <message>
      <source>accepted {n}</source>
      <translation>angenommen {n}</translation>
    </message>
    <message>
      <source>all GPUs</source>
      <translation>alle GPUs</translation>
    </message>
    <message>
      <source>code</source>
      <translation>Code</translation>
    </message>
    <message>
      <source>context full</source>
      <translation>Kontext voll</translation>
    </message>
    <message>
      <source>done</source>
      <translation>erledigt</translation>
    </message>
    <message>
      <source>drafted {n}</source>
      <translation>entworfen {n}</translation>
    </message>
    <message>
      <source>drafts not verified</source>
      <translation>Entwürfe nicht geprüft</translation>
    </message>
    <message>
      <source>empty</source>
      <translation>leer</translation>
    </message>
    <message>
      <source>ended by the model</source>
      <translation>vom Modell beendet</translation>
    </message>
    <message>
      <source>first token {time}</source>
      <translation>erstes Token {time}</translation>
    </message>
    <message>
      <source>from Hugging Face</source>
      <translation>von Hugging Face</translation>
    </message>
    <message>
      <source>from PyPI</source>
      <translation>von PyPI</translation>
    </message>
    <message>
      <source>in a folder of yours</source>
      <translation>in einem eigenen Ordner</translation>
    </message>
    <message>
      <source>in the cache of Hugging Face</source>
      <translation>im Cache von Hugging Face</translation>
    </message>
    <message>
      <source>interrupted: the app was closed while this was written</source>
      <translation>unterbrochen: Die App wurde währenddessen beendet</translation>
    </message>
    <message>
      <source>is being answered</source>
      <translation>wird gerade beantwortet</translation>
    </message>
    <message>
      <source>is on</source>
      <translation>ist an</translation>
    </message>
    <message>
      <source>is open</source>
      <translation>ist geöffnet</translation>
    </message>
    <message>
      <source>it is as large as it gets</source>
      <translation>größer geht es nicht</translation>
    </message>
    <message>
      <source>it is as small as it gets</source>
      <translation>kleiner geht es nicht</translation>
    </message>
    <message>
      <source>it is at 100 % already</source>
      <translation>ist schon bei 100 %</translation>
    </message>
    <message>
      <source>it is at the end already</source>
      <translation>ist schon am Ende</translation>
    </message>
    <message>
      <source>length limit</source>
      <translation>Längengrenze</translation>
    </message>
    <message>
      <source>new</source>
      <translation>neu</translation>
    </message>
    <message>
      <source>no chat is open</source>
      <translation>kein Chat ist geöffnet</translation>
    </message>
    <message>
      <source>no hash given</source>
      <translation>kein Hash angegeben</translation>
    </message>
    <message>
      <source>no model is being loaded</source>
      <translation>kein Modell wird geladen</translation>
    </message>
    <message>
      <source>no model is loaded</source>
      <translation>kein Modell ist geladen</translation>
    </message>
    <message>
      <source>no reply is being written</source>
      <translation>es wird keine Antwort geschrieben</translation>
    </message>
    <message>
      <source>no room in the context</source>
      <translation>kein Platz im Kontext</translation>
    </message>
    <message>
      <source>none given</source>
      <translation>nicht angegeben</translation>
    </message>
    <message>
      <source>not possible now</source>
      <translation>gerade nicht möglich</translation>
    </message>
    <message>
      <source>not stated</source>
      <translation>nicht genannt</translation>
    </message>
    <message>
      <source>nothing</source>
      <translation>nichts</translation>
    </message>
    <message>
      <source>nothing drafted</source>
      <translation>nichts entworfen</translation>
    </message>
    <message>
      <source>nothing of it was measured</source>
      <translation>dazu wurde nichts gemessen</translation>
    </message>
    <message>
      <source>nothing was deleted just now</source>
      <translation>gerade wurde nichts gelöscht</translation>
    </message>
    <message>
      <source>off</source>
      <translation>aus</translation>
    </message>
    <message>
      <source>on</source>
      <translation>an</translation>
    </message>
    <message>
      <source>only for chats that are kept</source>
      <translation>nur für Chats, die behalten werden</translation>
    </message>
    <message>
      <source>or</source>
      <translation>oder</translation>
    </message>
    <message>
      <source>out of memory</source>
      <translation>kein Speicher mehr frei</translation>
    </message>
    <message>
      <source>reading…</source>
      <translation>wird gelesen …</translation>
    </message>
    <message>
      <source>replaces {version}</source>
      <translation>ersetzt {version}</translation>
    </message>
    <message numerus="yes">
      <source>rested on {n} tokens</source>
      <extracomment>One: rested on {n} token</extracomment>
      <translation>
        <numerusform>gestützt auf {n} Token</numerusform>
        <numerusform>gestützt auf {n} Token</numerusform>
      </translation>
    </message>
    <message>
      <source>stop text reached</source>
      <translation>Stopptext erreicht</translation>
    </message>
    <message>
      <source>stopped by you</source>
      <translation>selbst gestoppt</translation>
    </message>
    <message>
      <source>text</source>
      <translation>Text</translation>
    </message>
    <message>
      <source>the failure</source>
      <translation>Fehler</translation>
    </message>
    <message>
      <source>the keyboard is on no folder of the list</source>
      <translation>in der Liste ist kein Ordner ausgewählt</translation>
    </message>
    <message>
      <source>the last reply is complete</source>
      <translation>die letzte Antwort ist vollständig</translation>
    </message>
    <message>
      <source>the model is loaded</source>
      <translation>das Modell ist geladen</translation>
    </message>
    <message>
      <source>the model itself</source>
      <translation>das Modell selbst</translation>
    </message>
    <message>
      <source>the settings can't be saved: {reason}</source>
      <translation>die Einstellungen lassen sich nicht sichern: {reason}</translation>
    </message>
    <message>
      <source>there is no earlier version</source>
      <translation>es gibt keine frühere Version</translation>
    </message>
    <message>
      <source>there is no later version</source>
      <translation>es gibt keine spätere Version</translation>
    </message>
    <message>
      <source>this chat has no reply yet</source>
      <translation>dieser Chat hat noch keine Antwort</translation>
    </message>
    <message>
      <source>to do</source>
      <translation>offen</translation>
    </message>
    <message>
      <source>tokens per pass</source>
      <translation>Token pro Durchlauf</translation>
    </message>
    <message>
      <source>tokens/s</source>
      <translation>Token/s</translation>
    </message>
    <message>
      <source>tokens/s now</source>
      <translation>Token/s jetzt</translation>
    </message>
    <message>
      <source>tokens/s plain</source>
      <translation>Token/s ohne Entwürfe</translation>
    </message>
    <message>
      <source>tokens/s, last reply</source>
      <translation>Token/s, letzte Antwort</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <source>what holds otherwise</source>
      <translation>was sonst gilt</translation>
    </message>
    <message>
      <source>what was left out</source>
      <translation>Weggelassenes</translation>
    </message>
    <message>
      <source>{amount} are deleted. Pause keeps them, also when Foreword is closed.</source>
      <translation>{amount} werden gelöscht. Pausieren behält sie, auch wenn Foreword beendet wird.</translation>
    </message>
    <message>
      <source>{chats} with {messages}</source>
      <translation>{chats} mit {messages}</translation>
    </message>
    <message>
      <source>{chats}, {messages}</source>
      <translation>{chats}, {messages}</translation>
    </message>
    <message>
      <source>{chat}, pinned</source>
      <translation>{chat}, angeheftet</translation>
    </message>
    <message>
      <source>{content} and your settings backed up ({size}).</source>
      <translation>{content} und die Einstellungen gesichert ({size}).</translation>
    </message>
    <message>
      <source>{content} exported ({size}).</source>
      <translation>{content} exportiert ({size}).</translation>
    </message>
    <message>
      <source>{content} imported from {source}.</source>
      <translation>{content} importiert aus {source}.</translation>
    </message>
    <message>
      <source>{count} tokens in the last pass</source>
      <translation>{count} Token im letzten Durchlauf</translation>
    </message>
    <message>
      <source>{count} tokens in this pass</source>
      <translation>{count} Token in diesem Durchlauf</translation>
    </message>
    <message>
      <source>{device}: not on this computer</source>
      <translation>{device}: nicht auf diesem Computer</translation>
    </message>
    <message>
      <source>{device}: {free} of {total} free</source>
      <translation>{device}: {free} von {total} frei</translation>
    </message>
    <message>
      <source>{done} of {total}</source>
      <translation>{done} von {total}</translation>
    </message>
    <message>
      <source>{drafted} drafted, {verified} verified, {accepted} accepted, {time} ms</source>
      <translation>{drafted} entworfen, {verified} geprüft, {accepted} angenommen, {time} ms</translation>
    </message>
    <message>
      <source>{error} What stands before that was read.</source>
      <translation>{error} Was davor steht, wurde gelesen.</translation>
    </message>
    <message>
      <source>{figure} s</source>
      <translation>{figure} s</translation>
    </message>
    <message>
      <source>{figure} tokens per pass</source>
      <translation>{figure} Token pro Durchlauf</translation>
    </message>
    <message>
      <source>{figure} {unit}</source>
      <translation>{figure} {unit}</translation>
    </message>
    <message>
      <source>{figure} {unit} parameters</source>
      <translation>{figure} {unit} Parameter</translation>
    </message>
    <message>
      <source>{hours} h {minutes} min</source>
      <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
      <source>{label}: back to the default</source>
      <translation>{label}: zurück auf die Vorgabe</translation>
    </message>
    <message>
      <source>{label}: back to {value}</source>
      <translation>{label}: zurück auf {value}</translation>
    </message>
    <message>
      <source>{low} to {high}; default {default}</source>
      <translation>{low} bis {high}; Vorgabe {default}</translation>
    </message>
    <message>
      <source>{minutes} min {rest} s</source>
      <translation>{minutes} min {rest} s</translation>
    </message>
    <message>
      <source>{minutes} min {seconds} s</source>
      <translation>{minutes} min {seconds} s</translation>
    </message>
    <message numerus="yes">
      <source>{n:,} chats</source>
      <extracomment>One: {n:,} chat</extracomment>
      <translation>
        <numerusform>{n:,} Chat</numerusform>
        <numerusform>{n:,} Chats</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} downloads</source>
      <extracomment>One: {n:,} download</extracomment>
      <translation>
        <numerusform>{n:,} Download</numerusform>
        <numerusform>{n:,} Downloads</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} messages</source>
      <extracomment>One: {n:,} message</extracomment>
      <translation>
        <numerusform>{n:,} Nachricht</numerusform>
        <numerusform>{n:,} Nachrichten</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} parameters</source>
      <extracomment>One: {n:,} parameter</extracomment>
      <translation>
        <numerusform>{n:,} Parameter</numerusform>
        <numerusform>{n:,} Parameter</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} parts left out.</source>
      <extracomment>One: {n:,} part left out.</extracomment>
      <translation>
        <numerusform>{n:,} Teil weggelassen.</numerusform>
        <numerusform>{n:,} Teile weggelassen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} results</source>
      <extracomment>One: {n:,} result</extracomment>
      <translation>
        <numerusform>{n:,} Treffer</numerusform>
        <numerusform>{n:,} Treffer</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} tokens</source>
      <extracomment>One: {n:,} token</extracomment>
      <translation>
        <numerusform>{n:,} Token</numerusform>
        <numerusform>{n:,} Token</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} tokens of context</source>
      <extracomment>One: {n:,} token of context</extracomment>
      <translation>
        <numerusform>{n:,} Token Kontext</numerusform>
        <numerusform>{n:,} Token Kontext</numerusform>
      </translation>
    </message>
    <message>
      <source>{names} and {last}</source>
      <translation>{names} und {last}</translation>
    </message>
    <message>
      <source>{names}: {facts}</source>
      <translation>{names}: {facts}</translation>
    </message>
    <message>
      <source>{name}
{size}. Click to read it.</source>
      <translation>{name}
{size}. Klicken, um sie zu lesen.</translation>
    </message>
    <message>
      <source>{name} (copy)</source>
      <translation>{name} (Kopie)</translation>
    </message>
    <message>
      <source>{name} can't be read: {reason}.</source>
      <translation>{name} ist nicht lesbar: {reason}.</translation>
    </message>
    <message>
      <source>{name} can't be unpacked ({error}).</source>
      <translation>{name} lässt sich nicht entpacken ({error}).</translation>
    </message>
    <message>
      <source>{name} doesn't fit into the memory that is free</source>
      <translation>{name} passt nicht in den freien Speicher</translation>
    </message>
    <message>
      <source>{name} has no option {option}</source>
      <translation>{name} hat keine Option {option}</translation>
    </message>
    <message>
      <source>{name} is a PDF. Only text and code can be attached: copy its text instead.</source>
      <translation>{name} ist ein PDF. Nur Text und Code lassen sich anhängen: stattdessen den Text daraus kopieren.</translation>
    </message>
    <message>
      <source>{name} is a folder. Attach the files in it instead.</source>
      <translation>{name} ist ein Ordner. Stattdessen die Dateien darin anhängen.</translation>
    </message>
    <message>
      <source>{name} is attached already.</source>
      <translation>{name} ist schon angehängt.</translation>
    </message>
    <message>
      <source>{name} is empty.</source>
      <translation>{name} ist leer.</translation>
    </message>
    <message>
      <source>{name} is in the file twice; the second one was left out.</source>
      <translation>{name} steht zweimal in der Datei; das zweite Mal wurde weggelassen.</translation>
    </message>
    <message>
      <source>{name} is no longer there.</source>
      <translation>{name} ist nicht mehr da.</translation>
    </message>
    <message>
      <source>{name} is not a file.</source>
      <translation>{name} ist keine Datei.</translation>
    </message>
    <message>
      <source>{name} is not a sound .zip file ({error}).</source>
      <translation>{name} ist keine intakte .zip-Datei ({error}).</translation>
    </message>
    <message>
      <source>{name} is not a text file. Only text and code can be attached.</source>
      <translation>{name} ist keine Textdatei. Nur Text und Code lassen sich anhängen.</translation>
    </message>
    <message>
      <source>{name} is not in UTF-8. It was read as Windows-1252: look at it, letters may be wrong.</source>
      <translation>{name} ist nicht in UTF-8. Es wurde als Windows-1252 gelesen: bitte ansehen, Zeichen können falsch sein.</translation>
    </message>
    <message>
      <source>{name} is too large ({size:,.1f} MB): at most 1 MB can be attached.</source>
      <translation>{name} ist zu groß ({size:,.1f} MB): Höchstens 1 MB lässt sich anhängen.</translation>
    </message>
    <message>
      <source>{name} was left out: {misfit}.</source>
      <translation>{name} wurde weggelassen: {misfit}.</translation>
    </message>
    <message>
      <source>{name} was not attached: it was still being read when you left its message.</source>
      <translation>{name} wurde nicht angehängt: Beim Verlassen der Nachricht wurde es noch gelesen.</translation>
    </message>
    <message>
      <source>{name} {share} %</source>
      <translation>{name} {share} %</translation>
    </message>
    <message>
      <source>{name}, else {value}</source>
      <translation>{name}, sonst {value}</translation>
    </message>
    <message>
      <source>{name}: its options aren't a table and were left out.</source>
      <translation>{name}: Die Optionen sind keine Tabelle und wurden weggelassen.</translation>
    </message>
    <message>
      <source>{name}: nothing to verify; drafting took {cost} ms, {share} % of the writing</source>
      <translation>{name}: nichts zu prüfen; das Entwerfen kostete {cost} ms, {share} % der Schreibzeit</translation>
    </message>
    <message>
      <source>{name}: {error}; left out.</source>
      <translation>{name}: {error}; weggelassen.</translation>
    </message>
    <message>
      <source>{name}: {key} isn't known and was left out.</source>
      <translation>{name}: {key} ist unbekannt und wurde weggelassen.</translation>
    </message>
    <message>
      <source>{name}: {state}</source>
      <translation>{name}: {state}</translation>
    </message>
    <message>
      <source>{name}: {stood} % of what was verified stood; drafting took {cost} ms, {share} % of the writing</source>
      <translation>{name}: {stood} % des Geprüften hielten; das Entwerfen kostete {cost} ms, {share} % der Schreibzeit</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {tokens:,} of {n:,} tokens</source>
      <extracomment>One: {name}: {tokens:,} of {n:,} token</extracomment>
      <translation>
        <numerusform>{name}: {tokens:,} von {n:,} Token</numerusform>
        <numerusform>{name}: {tokens:,} von {n:,} Token</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} assistants imported.</source>
      <extracomment>One: {n} assistant imported.</extracomment>
      <translation>
        <numerusform>{n} Assistent importiert.</numerusform>
        <numerusform>{n} Assistenten importiert.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} bytes</source>
      <extracomment>One: {n} byte</extracomment>
      <translation>
        <numerusform>{n} Byte</numerusform>
        <numerusform>{n} Bytes</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} files</source>
      <extracomment>One: {n} file</extracomment>
      <translation>
        <numerusform>{n} Datei</numerusform>
        <numerusform>{n} Dateien</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} models were found for “{query}”</source>
      <extracomment>One: {n} model was found for “{query}”</extracomment>
      <translation>
        <numerusform>{n} Modell für „{query}“ gefunden</numerusform>
        <numerusform>{n} Modelle für „{query}“ gefunden</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} packages</source>
      <extracomment>One: {n} package</extracomment>
      <translation>
        <numerusform>{n} Paket</numerusform>
        <numerusform>{n} Pakete</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} updates are available.</source>
      <extracomment>One: {n} update is available.</extracomment>
      <translation>
        <numerusform>{n} Update ist verfügbar.</numerusform>
        <numerusform>{n} Updates sind verfügbar.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{on} of {n} speculators on</source>
      <extracomment>One: {on} of {n} speculator on</extracomment>
      <translation>
        <numerusform>{on} von {n} Spekulator an</numerusform>
        <numerusform>{on} von {n} Spekulatoren an</numerusform>
      </translation>
    </message>
    <message>
      <source>{packages}, {size} and more: not every size is known</source>
      <translation>{packages}, {size} und mehr: Nicht jede Größe ist bekannt</translation>
    </message>
    <message>
      <source>{packages}, {size} in all</source>
      <translation>{packages}, insgesamt {size}</translation>
    </message>
    <message>
      <source>{path} can't be used ({reason}).</source>
      <translation>{path} lässt sich nicht verwenden ({reason}).</translation>
    </message>
    <message>
      <source>{path} is not there.</source>
      <translation>{path} ist nicht da.</translation>
    </message>
    <message>
      <source>{percent} % accepted</source>
      <translation>{percent} % angenommen</translation>
    </message>
    <message>
      <source>{percent} % of the time</source>
      <translation>{percent} % der Zeit</translation>
    </message>
    <message>
      <source>{precision} on {place}</source>
      <translation>{precision} auf {place}</translation>
    </message>
    <message>
      <source>{precision}: not on this device</source>
      <translation>{precision}: nicht auf diesem Gerät</translation>
    </message>
    <message>
      <source>{seconds} s</source>
      <translation>{seconds} s</translation>
    </message>
    <message>
      <source>{seconds} s into the reply</source>
      <translation>{seconds} s nach Beginn der Antwort</translation>
    </message>
    <message>
      <source>{setting} was not kept: {reason}</source>
      <translation>{setting} wurde nicht gesichert: {reason}</translation>
    </message>
    <message>
      <source>{size} ({n:,} bytes)</source>
      <translation>{size} ({n:,} Bytes)</translation>
    </message>
    <message>
      <source>{size} are free on the disk for more.</source>
      <translation>Auf der Platte sind noch {size} frei.</translation>
    </message>
    <message>
      <source>{size} become free. It can be downloaded again.</source>
      <translation>{size} werden frei. Es lässt sich wieder herunterladen.</translation>
    </message>
    <message>
      <source>{size} on disk</source>
      <translation>{size} auf der Platte</translation>
    </message>
    <message>
      <source>{size} to download</source>
      <translation>{size} herunterzuladen</translation>
    </message>
    <message>
      <source>{size}, doesn't fit</source>
      <translation>{size}, passt nicht</translation>
    </message>
    <message>
      <source>{size}, the first {count:,} characters</source>
      <translation>{size}, die ersten {count:,} Zeichen</translation>
    </message>
    <message>
      <source>{size}/s</source>
      <translation>{size}/s</translation>
    </message>
    <message>
      <source>{speed} tokens per second; {plain} without drafts</source>
      <translation>{speed} Token pro Sekunde; {plain} ohne Entwürfe</translation>
    </message>
    <message>
      <source>{speed} tokens/s</source>
      <translation>{speed} Token/s</translation>
    </message>
    <message>
      <source>{speed} tokens/s measured</source>
      <translation>{speed} Token/s gemessen</translation>
    </message>
    <message>
      <source>{state}: {reason}</source>
      <translation>{state}: {reason}</translation>
    </message>
    <message>
      <source>{times} times as fast as without drafts</source>
      <translation>{times}-mal so schnell wie ohne Entwürfe</translation>
    </message>
    <message>
      <source>{time} left</source>
      <translation>noch {time}</translation>
    </message>
    <message>
      <source>{used:,} of {limit:,} tokens</source>
      <translation>{used:,} von {limit:,} Token</translation>
    </message>
    <message>
      <source>{value} tokens/s</source>
      <translation>{value} Token/s</translation>
    </message>
    <message>
      <source>{value} tokens/s without drafts</source>
      <translation>{value} Token/s ohne Entwürfe</translation>
    </message>
    <message>
      <source>{version} (source)</source>
      <translation>{version} (Quelltext)</translation>
    </message>
    <message>
      <source>{version} is available</source>
      <translation>{version} ist verfügbar</translation>
    </message>
    <message>
      <source>{wanted} is installed already</source>
      <translation>{wanted} ist schon installiert</translation>
    </message>
    <message>
      <source>{words} ({shortcut})</source>
      <translation>{words} ({shortcut})</translation>
    </message>
    <message>
      <source>{words} Undo with Ctrl+Z.</source>
      <translation>{words} Mit Strg+Z rückgängig machen.</translation>
    </message>
    <message>
      <source>{words} · comes with Foreword</source>
      <translation>{words} · gehört zu Foreword</translation>
    </message>
    <message>
      <source>{words}: when the reply is complete</source>
      <translation>{words}: sobald die Antwort fertig ist</translation>
    </message>
    <message>
      <source>{words}: {speed} tokens/s</source>
      <translation>{words}: {speed} Token/s</translation>
    </message>
    <message>
      <source>{work} failed ({kind}).</source>
      <translation>{work} fehlgeschlagen ({kind}).</translation>
    </message>
    <message>
      <source>{work} {percent} %</source>
      <translation>{work} {percent} %</translation>
    </message>
    <message>
      <source>{work}…</source>
      <translation>{work} …</translation>
    </message>
    <message>
      <source>“{piece}”  {words}</source>
      <translation>„{piece}“  {words}</translation>
    </message>
  </context>
</TS>
