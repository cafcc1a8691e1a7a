<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
  <context>
    <name>Foreword</name>
    <message>
      <source>
Click to read it, Delete removes it.</source>
      <translation>
انقر لقراءته، وDelete يزيله.</translation>
    </message>
    <message>
      <source> min</source>
      <translation> د</translation>
    </message>
    <message>
      <source> or </source>
      <translation> أو </translation>
    </message>
    <message>
      <source> tokens</source>
      <translation> رمز</translation>
    </message>
    <message>
      <source>&amp;About Foreword</source>
      <translation>&amp;حول Foreword</translation>
    </message>
    <message>
      <source>&amp;All Commands…</source>
      <translation>كل الأوا&amp;مر…</translation>
    </message>
    <message>
      <source>&amp;Assistants…</source>
      <translation>المساعد&amp;ون…</translation>
    </message>
    <message>
      <source>&amp;Attach Files…</source>
      <translation>إرفاق ملف&amp;ات…</translation>
    </message>
    <message>
      <source>&amp;Back Up Everything…</source>
      <translation>نسخ احتيا&amp;طي لكل شيء…</translation>
    </message>
    <message>
      <source>&amp;Branch into a New Chat</source>
      <translation>ت&amp;فريع إلى محادثة جديدة</translation>
    </message>
    <message>
      <source>&amp;Cancel Loading</source>
      <translation>إ&amp;لغاء التحميل</translation>
    </message>
    <message>
      <source>&amp;Chat</source>
      <translation>&amp;محادثة</translation>
    </message>
    <message>
      <source>&amp;Chats</source>
      <translation>الم&amp;حادثات</translation>
    </message>
    <message>
      <source>&amp;Copy Last Reply</source>
      <translation>&amp;نسخ آخر ردّ</translation>
    </message>
    <message>
      <source>&amp;Dark</source>
      <translation>&amp;داكن</translation>
    </message>
    <message>
      <source>&amp;Delete</source>
      <translation>&amp;حذف</translation>
    </message>
    <message>
      <source>&amp;Delete Folder…</source>
      <translation>&amp;حذف المجلد…</translation>
    </message>
    <message>
      <source>&amp;Delete Last Reply…</source>
      <translation>&amp;حذف آخر ردّ…</translation>
    </message>
    <message>
      <source>&amp;Edit Last Question</source>
      <translation>ت&amp;عديل آخر سؤال</translation>
    </message>
    <message>
      <source>&amp;Export Chats…</source>
      <translation>ت&amp;صدير محادثات…</translation>
    </message>
    <message>
      <source>&amp;Export…</source>
      <translation>ت&amp;صدير…</translation>
    </message>
    <message>
      <source>&amp;Follow the System</source>
      <translation>&amp;اتّباع النظام</translation>
    </message>
    <message>
      <source>&amp;Full Screen</source>
      <translation>ملء ال&amp;شاشة</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>م&amp;ساعدة</translation>
    </message>
    <message>
      <source>&amp;Import Chats…</source>
      <translation>استي&amp;راد محادثات…</translation>
    </message>
    <message>
      <source>&amp;Install Plugins…</source>
      <translation>ت&amp;ثبيت إضافات…</translation>
    </message>
    <message>
      <source>&amp;Jump to Latest</source>
      <translation>الان&amp;تقال إلى الأحدث</translation>
    </message>
    <message>
      <source>&amp;Keyboard Shortcuts</source>
      <translation>ا&amp;ختصارات لوحة المفاتيح</translation>
    </message>
    <message>
      <source>&amp;Light</source>
      <translation>&amp;فاتح</translation>
    </message>
    <message>
      <source>&amp;Live Panel</source>
      <translation>ال&amp;لوحة الحيّة</translation>
    </message>
    <message>
      <source>&amp;Load the Model</source>
      <translation>&amp;تحميل النموذج</translation>
    </message>
    <message>
      <source>&amp;Manage Speculators…</source>
      <translation>إ&amp;دارة المخمّنات…</translation>
    </message>
    <message>
      <source>&amp;Model</source>
      <translation>&amp;نموذج</translation>
    </message>
    <message>
      <source>&amp;Models…</source>
      <translation>ال&amp;نماذج…</translation>
    </message>
    <message>
      <source>&amp;Move to Folder</source>
      <translation>ن&amp;قل إلى مجلد</translation>
    </message>
    <message>
      <source>&amp;New Chat</source>
      <translation>محادثة &amp;جديدة</translation>
    </message>
    <message>
      <source>&amp;New Folder…</source>
      <translation>مجلد &amp;جديد…</translation>
    </message>
    <message>
      <source>&amp;Next Version</source>
      <translation>النسخة التا&amp;لية</translation>
    </message>
    <message>
      <source>&amp;No Folder</source>
      <translation>&amp;دون مجلد</translation>
    </message>
    <message>
      <source>&amp;Previous Chat</source>
      <translation>المحا&amp;دثة السابقة</translation>
    </message>
    <message>
      <source>&amp;Previous Version</source>
      <translation>النسخة ال&amp;سابقة</translation>
    </message>
    <message>
      <source>&amp;Quit</source>
      <translation>إن&amp;هاء</translation>
    </message>
    <message>
      <source>&amp;Regenerate</source>
      <translation>إعادة ال&amp;توليد</translation>
    </message>
    <message>
      <source>&amp;Rename…</source>
      <translation>إعادة الت&amp;سمية…</translation>
    </message>
    <message>
      <source>&amp;Reply</source>
      <translation>&amp;ردّ</translation>
    </message>
    <message>
      <source>&amp;Restore a Backup…</source>
      <translation>استعادة نس&amp;خة احتياطية…</translation>
    </message>
    <message>
      <source>&amp;Search Chats…</source>
      <translation>&amp;بحث في المحادثات…</translation>
    </message>
    <message>
      <source>&amp;Stop</source>
      <translation>إي&amp;قاف</translation>
    </message>
    <message>
      <source>&amp;Theme</source>
      <translation>الم&amp;ظهر</translation>
    </message>
    <message>
      <source>&amp;Unload the Model</source>
      <translation>ت&amp;فريغ النموذج</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>&amp;عرض</translation>
    </message>
    <message>
      <source>&amp;Write a Message</source>
      <translation>&amp;كتابة رسالة</translation>
    </message>
    <message>
      <source>, </source>
      <translation>، </translation>
    </message>
    <message>
      <source>0 always takes the likeliest token; higher is more varied.</source>
      <translation>0 يأخذ دائمًا الرمز الأرجح؛ والأعلى أكثر تنوّعًا.</translation>
    </message>
    <message>
      <source>12 to 24 GB of memory</source>
      <translation>من 12 إلى 24 غيغابايت من الذاكرة</translation>
    </message>
    <message>
      <source>2 to 6 GB of memory</source>
      <translation>من 2 إلى 6 غيغابايت من الذاكرة</translation>
    </message>
    <message>
      <source>24 to 48 GB of memory</source>
      <translation>من 24 إلى 48 غيغابايت من الذاكرة</translation>
    </message>
    <message>
      <source>6 to 12 GB of memory</source>
      <translation>من 6 إلى 12 غيغابايت من الذاكرة</translation>
    </message>
    <message>
      <source>A GGUF file is expanded when it is loaded: it takes as much memory as the same model in the chosen precision, not the size of the file.</source>
      <translation>يُفكّ ضغط ملف GGUF عند تحميله: يأخذ من الذاكرة قدر النموذج نفسه بالدقة المختارة، لا قدر حجم الملف.</translation>
    </message>
    <message>
      <source>A backup waits: it will be restored at the next start.</source>
      <translation>نسخة احتياطية تنتظر: ستُستعاد عند البدء التالي.</translation>
    </message>
    <message>
      <source>A classic: plain, quick answers in European languages.</source>
      <translation>نموذج كلاسيكي: إجابات بسيطة وسريعة باللغات الأوروبية.</translation>
    </message>
    <message>
      <source>A desktop chat for local language models that drafts ahead: the same answer, sooner.

Everything stays on this computer, can be seen, and can be deleted for good.</source>
      <translation>محادثة على سطح المكتب للنماذج اللغوية المحلية، تكتب مسودات استباقية: الإجابة نفسها، في وقت أقصر.

كل شيء يبقى على هذا الحاسوب، ويمكن رؤيته، ويمكن حذفه نهائيًا.</translation>
    </message>
    <message>
      <source>A file for each chat, in a new folder</source>
      <translation>ملف لكل محادثة، في مجلد جديد</translation>
    </message>
    <message>
      <source>A folder, a GGUF file or a hub id; empty means the starter model.</source>
      <translation>مجلد، أو ملف GGUF، أو معرّف على Hugging Face؛ والفارغ يعني نموذج البداية.</translation>
    </message>
    <message>
      <source>A good all-rounder for computers without a graphics card.</source>
      <translation>متعدد الاستعمالات وجيد للحواسيب التي بلا بطاقة رسوميات.</translation>
    </message>
    <message>
      <source>A new assistant with all that this chat sets</source>
      <translation>مساعد جديد بكل ما تضبطه هذه المحادثة</translation>
    </message>
    <message>
      <source>A page for reading in any browser, in one file. Follows light and dark.</source>
      <translation>صفحة للقراءة في أي متصفح، في ملف واحد. تتبع الفاتح والداكن.</translation>
    </message>
    <message>
      <source>A plugin brings speculators.</source>
      <translation>الإضافة تأتي بمخمّنات.</translation>
    </message>
    <message>
      <source>A plugin is a program. It runs with your rights: it can read, change and send whatever you can. Install only what you trust.</source>
      <translation>الإضافة برنامج. تعمل بصلاحياتك: يمكنها قراءة كل ما يمكنك قراءته وتغييره وإرساله. لا تثبّت إلا ما تثق به.</translation>
    </message>
    <message>
      <source>A reply could not be saved; Foreword will try again. {error}</source>
      <translation>تعذّر حفظ ردّ؛ وسيحاول Foreword مجددًا. ⁨{error}⁩</translation>
    </message>
    <message>
      <source>A reply is being checked already.</source>
      <translation>يجري التحقق من ردّ بالفعل.</translation>
    </message>
    <message>
      <source>A reply is being written in another chat. Esc stops it.</source>
      <translation>يُكتب ردّ في محادثة أخرى. يوقفه Esc.</translation>
    </message>
    <message>
      <source>A reply is being written. Stop it?</source>
      <translation>يُكتب ردّ الآن. هل تريد إيقافه؟</translation>
    </message>
    <message>
      <source>A reply is still being written here. Stop it first, or wait until it is done.</source>
      <translation>ما زال ردّ يُكتب هنا. أوقفه أولًا، أو انتظر حتى يكتمل.</translation>
    </message>
    <message>
      <source>A reply is still being written.</source>
      <translation>ما زال ردّ يُكتب.</translation>
    </message>
    <message>
      <source>A reply is still being written. Stop it first, or wait until it is done.</source>
      <translation>ما زال ردّ يُكتب. أوقفه أولًا، أو انتظر حتى يكتمل.</translation>
    </message>
    <message>
      <source>A smaller model of the same family can write a few tokens ahead. The answers stay the same; whether it is sooner is measured while it drafts.</source>
      <translation>يمكن لنموذج أصغر من العائلة نفسها أن يسبق بكتابة بضعة رموز. تبقى الإجابات كما هي؛ أما توفير الوقت فيُقاس أثناء الكتابة.</translation>
    </message>
    <message>
      <source>A speculator is a program with your rights on this computer. Use those you trust.</source>
      <translation>المخمّن برنامج له صلاحياتك على هذا الحاسوب. استخدم ما تثق به.</translation>
    </message>
    <message>
      <source>A speculator proposes the next words; the model checks them and keeps only those that it would have written itself. The answer stays the same, it comes sooner. A switch takes effect at the next step, in the middle of a reply too.</source>
      <translation>يقترح المخمّن الكلمات التالية؛ ويفحصها النموذج ولا يُبقي إلا ما كان سيكتبه بنفسه. تبقى الإجابة نفسها، وتأتي أسرع. يسري المفتاح عند الخطوة التالية، حتى في وسط الردّ.</translation>
    </message>
    <message>
      <source>A switch takes effect at the next step, in the middle of a reply too. The answer stays the same.</source>
      <translation>يسري المفتاح عند الخطوة التالية، حتى في وسط الردّ. وتبقى الإجابة نفسها.</translation>
    </message>
    <message>
      <source>A token is set.</source>
      <translation>ضُبط رمز وصول.</translation>
    </message>
    <message>
      <source>About</source>
      <translation>حول</translation>
    </message>
    <message>
      <source>About Foreword</source>
      <translation>حول Foreword</translation>
    </message>
    <message>
      <source>About as fast as without drafts</source>
      <translation>بسرعة التوليد دون مسودات تقريبًا</translation>
    </message>
    <message>
      <source>About {name}</source>
      <translation>حول ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Above 0 makes tokens less likely with each time that the reply has them.</source>
      <translation>فوق 0 يجعل الرموز أقل رجحانًا مع كل مرة ترد فيها في الردّ.</translation>
    </message>
    <message>
      <source>Above 0 makes tokens that the reply already has less likely, however often.</source>
      <translation>فوق 0 يجعل الرموز الموجودة في الردّ أقل رجحانًا، مهما تكررت.</translation>
    </message>
    <message>
      <source>Above 1 makes tokens already used less likely.</source>
      <translation>فوق 1 يجعل الرموز المستخدمة من قبل أقل رجحانًا.</translation>
    </message>
    <message>
      <source>Acceptance: {percent} %</source>
      <translation>القبول: {percent}%</translation>
    </message>
    <message>
      <source>Accepted</source>
      <translation>المقبولة</translation>
    </message>
    <message>
      <source>Accepted (kept): {count}</source>
      <translation>المقبولة (أُبقي عليها): {count}</translation>
    </message>
    <message>
      <source>Access token</source>
      <translation>رمز الوصول</translation>
    </message>
    <message>
      <source>Access token of Hugging Face</source>
      <translation>رمز الوصول إلى Hugging Face</translation>
    </message>
    <message>
      <source>Active</source>
      <translation>نشط</translation>
    </message>
    <message>
      <source>Actual &amp;Size</source>
      <translation>الحجم ال&amp;فعلي</translation>
    </message>
    <message>
      <source>Add a folder…</source>
      <translation>إضافة مجلد…</translation>
    </message>
    <message>
      <source>Address of a proxy for downloads, such as http://proxy:3128; empty takes the system's.</source>
      <translation>عنوان وكيل للتنزيلات، مثل http://proxy:3128؛ والفارغ يأخذ وكيل النظام.</translation>
    </message>
    <message>
      <source>After installing, it is loaded once in a process of its own, to see that it starts. In Foreword it starts switched off: switch it on under Speculators.</source>
      <translation>بعد التثبيت تُحمَّل مرة واحدة في عملية خاصة بها، للتأكد من أنها تبدأ. وتبدأ في Foreword متوقفة: شغّلها من صفحة المخمّنات.</translation>
    </message>
    <message>
      <source>All Commands</source>
      <translation>كل الأوامر</translation>
    </message>
    <message>
      <source>All chats ({count:,})</source>
      <translation>كل المحادثات ({count:,})</translation>
    </message>
    <message>
      <source>All files (*)</source>
      <translation>كل الملفات (*)</translation>
    </message>
    <message>
      <source>Allow building from source</source>
      <translation>السماح بالبناء من المصدر</translation>
    </message>
    <message>
      <source>Alpaca: ### Instruction</source>
      <translation>‏Alpaca: ‏### Instruction</translation>
    </message>
    <message>
      <source>Also delete what it has stored</source>
      <translation>حذف ما خزّنته أيضًا</translation>
    </message>
    <message>
      <source>Always</source>
      <translation>دائمًا</translation>
    </message>
    <message>
      <source>An assistant is a name for instructions and options that chats can share. A chat takes what its assistant sets, and may set other values for itself.</source>
      <translation>المساعد اسم لتعليمات وخيارات يمكن أن تتشاركها المحادثات. تأخذ المحادثة ما يضبطه مساعدها، ويمكنها أن تضبط قيمًا أخرى لنفسها.</translation>
    </message>
    <message>
      <source>An assistant needs a name.</source>
      <translation>يحتاج المساعد إلى اسم.</translation>
    </message>
    <message>
      <source>And {count} more.</source>
      <translation>وغيرها {count}.</translation>
    </message>
    <message numerus="yes">
      <source>And {n} more were refused.</source>
      <extracomment>One: And {n} more was refused.</extracomment>
      <translation>
        <numerusform>ولم يُرفض غيرها.</numerusform>
        <numerusform>ورُفض ملف آخر.</numerusform>
        <numerusform>ورُفض ملفان آخران.</numerusform>
        <numerusform>ورُفضت {n} ملفات أخرى.</numerusform>
        <numerusform>ورُفض {n} ملفًا آخر.</numerusform>
        <numerusform>ورُفض {n} ملف آخر.</numerusform>
      </translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>المظهر</translation>
    </message>
    <message>
      <source>Architecture</source>
      <translation>البنية</translation>
    </message>
    <message>
      <source>As in the settings: {name}</source>
      <translation>كما في الإعدادات: ⁨{name}⁩</translation>
    </message>
    <message>
      <source>As the assistant: {name}</source>
      <translation>كما في المساعد: ⁨{name}⁩</translation>
    </message>
    <message>
      <source>As the model does</source>
      <translation>كما يفعل النموذج</translation>
    </message>
    <message>
      <source>Ask again in these words ({key})</source>
      <translation>السؤال من جديد بهذه الكلمات (⁨{key}⁩)</translation>
    </message>
    <message>
      <source>Ask for a reply</source>
      <translation>طلب ردّ</translation>
    </message>
    <message>
      <source>Ask for the reply again</source>
      <translation>طلب الردّ من جديد</translation>
    </message>
    <message>
      <source>Ask me</source>
      <translation>السؤال أولًا</translation>
    </message>
    <message>
      <source>Ask something: figures and curves appear while the reply is written.</source>
      <translation>اسأل شيئًا: تظهر الأرقام والمنحنيات أثناء كتابة الردّ.</translation>
    </message>
    <message>
      <source>Asking Hugging Face…</source>
      <translation>جارٍ سؤال Hugging Face…</translation>
    </message>
    <message>
      <source>Assistant</source>
      <translation>المساعد</translation>
    </message>
    <message>
      <source>Assistant {name}: show the chat's options</source>
      <translation>المساعد ⁨{name}⁩: إظهار خيارات المحادثة</translation>
    </message>
    <message>
      <source>Assistant {number} has no name and was left out.</source>
      <translation>تُرك المساعد {number}: لا اسم له.</translation>
    </message>
    <message>
      <source>Assistants</source>
      <translation>المساعدون</translation>
    </message>
    <message>
      <source>Assistants (*.json)</source>
      <translation>مساعدون (*.json)</translation>
    </message>
    <message>
      <source>At most {count} files can go with a message: the rest was left out.</source>
      <translation>يمكن أن تُرسل مع الرسالة ملفات لا يزيد عددها على {count}: تُرك الباقي.</translation>
    </message>
    <message>
      <source>At the next start it takes the place of your present chats and settings.</source>
      <translation>عند البدء التالي تحلّ محلّ محادثاتك وإعداداتك الحالية.</translation>
    </message>
    <message>
      <source>At the next start it takes the place of your present chats.</source>
      <translation>عند البدء التالي تحلّ محلّ محادثاتك الحالية.</translation>
    </message>
    <message>
      <source>Attach Files</source>
      <translation>إرفاق ملفات</translation>
    </message>
    <message>
      <source>Attach files</source>
      <translation>إرفاق ملفات</translation>
    </message>
    <message>
      <source>Attach text or code files ({key})</source>
      <translation>إرفاق ملفات نصية أو ملفات شيفرة (⁨{key}⁩)</translation>
    </message>
    <message>
      <source>Attachment {name}, {details}</source>
      <translation>المرفق ⁨{name}⁩، ⁨{details}⁩</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>تلقائي</translation>
    </message>
    <message>
      <source>B</source>
      <translation>مليار</translation>
    </message>
    <message>
      <source>Back Up Everything</source>
      <translation>نسخ احتياطي لكل شيء</translation>
    </message>
    <message>
      <source>Back to default</source>
      <translation>العودة إلى الافتراضي</translation>
    </message>
    <message>
      <source>Back to default: {setting}</source>
      <translation>العودة إلى الافتراضي: {setting}</translation>
    </message>
    <message>
      <source>Back to the catalogue</source>
      <translation>العودة إلى الفهرس</translation>
    </message>
    <message>
      <source>Back to the default: {value}</source>
      <translation>العودة إلى الافتراضي: {value}</translation>
    </message>
    <message>
      <source>Back to {value}</source>
      <translation>العودة إلى {value}</translation>
    </message>
    <message>
      <source>Backing up</source>
      <translation>جارٍ النسخ الاحتياطي</translation>
    </message>
    <message>
      <source>Backup (*.zip)</source>
      <translation>نسخة احتياطية (*.zip)</translation>
    </message>
    <message>
      <source>Backups (*.zip);;All files (*)</source>
      <translation>نسخ احتياطية (*.zip);;كل الملفات (*)</translation>
    </message>
    <message>
      <source>Between the small and the middle ones; its licence is for research only.</source>
      <translation>بين النماذج الصغيرة والمتوسطة؛ رخصته للبحث فقط.</translation>
    </message>
    <message>
      <source>Branch into a new chat</source>
      <translation>تفريع إلى محادثة جديدة</translation>
    </message>
    <message>
      <source>Break long lines</source>
      <translation>تقسيم الأسطر الطويلة</translation>
    </message>
    <message>
      <source>Break long lines of code instead of scrolling sideways.</source>
      <translation>تقسيم أسطر الشيفرة الطويلة بدل التمرير جانبًا.</translation>
    </message>
    <message>
      <source>Break long lines of {language}</source>
      <translation>تقسيم الأسطر الطويلة في ⁨{language}⁩</translation>
    </message>
    <message>
      <source>Break the line</source>
      <translation>سطر جديد</translation>
    </message>
    <message>
      <source>Breaks the line</source>
      <translation>يبدأ سطرًا جديدًا</translation>
    </message>
    <message>
      <source>Bring the chat back (Ctrl+Z)</source>
      <translation>استعادة المحادثة (Ctrl+Z)</translation>
    </message>
    <message>
      <source>Built from source on this computer: its code runs before it is installed.</source>
      <translation>تُبنى من المصدر على هذا الحاسوب: تعمل شيفرتها قبل تثبيتها.</translation>
    </message>
    <message>
      <source>By itself, a model writes one token (a piece of a word) in each pass. Speculators propose the tokens that may come next; the model checks them in one pass and keeps those that it would have written itself. The answer stays the same and comes sooner. Where that wouldn't pay, nothing is drafted.</source>
      <translation>يكتب النموذج وحده رمزًا واحدًا (جزءًا من كلمة) في كل تمريرة. تقترح المخمّنات الرموز التي قد تأتي بعد ذلك؛ ويفحصها النموذج في تمريرة واحدة ويُبقي ما كان سيكتبه بنفسه. تبقى الإجابة نفسها وتأتي أسرع. وحيث لا يفيد ذلك لا تُعدّ مسودات.</translation>
    </message>
    <message>
      <source>C&amp;ontinue</source>
      <translation>&amp;متابعة</translation>
    </message>
    <message>
      <source>Can draft</source>
      <translation>يمكنه كتابة المسودات</translation>
    </message>
    <message>
      <source>Can draft, once it is downloaded</source>
      <translation>يمكنه كتابة المسودات بعد تنزيله</translation>
    </message>
    <message>
      <source>Can't be loaded</source>
      <translation>لا يمكن تحميله</translation>
    </message>
    <message>
      <source>Can't draft: {reason}</source>
      <translation>لا يمكنه كتابة المسودات: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>إلغاء</translation>
    </message>
    <message>
      <source>Cancel Download</source>
      <translation>إلغاء التنزيل</translation>
    </message>
    <message>
      <source>Cancel the check</source>
      <translation>إلغاء التحقق</translation>
    </message>
    <message>
      <source>Cancel the download of {name}, and forget what it has brought</source>
      <translation>إلغاء تنزيل ⁨{name}⁩ ونسيان ما جُلب منه</translation>
    </message>
    <message>
      <source>Cancelled. Nothing was changed.</source>
      <translation>أُلغي. لم يتغيّر شيء.</translation>
    </message>
    <message>
      <source>Cancelling…</source>
      <translation>جارٍ الإلغاء…</translation>
    </message>
    <message>
      <source>Careful answers without thinking aloud.</source>
      <translation>إجابات متأنية من غير تفكير معلن.</translation>
    </message>
    <message>
      <source>Careful answers; for 40 GB of memory, or a 24 GB card in int8.</source>
      <translation>إجابات متأنية؛ لذاكرة بسعة 40 غ.ب، أو بطاقة بسعة 24 غ.ب مع int8.</translation>
    </message>
    <message>
      <source>Change</source>
      <translation>التغيير</translation>
    </message>
    <message>
      <source>Change Model</source>
      <translation>تغيير النموذج</translation>
    </message>
    <message>
      <source>Change at once</source>
      <translation>تغيّر فوري</translation>
    </message>
    <message>
      <source>Chat</source>
      <translation>محادثة</translation>
    </message>
    <message>
      <source>Chat &amp;Options</source>
      <translation>&amp;خيارات المحادثة</translation>
    </message>
    <message>
      <source>Chat options</source>
      <translation>خيارات المحادثة</translation>
    </message>
    <message>
      <source>Chat template</source>
      <translation>قالب المحادثة</translation>
    </message>
    <message>
      <source>Chat {number}</source>
      <translation>محادثة {number}</translation>
    </message>
    <message>
      <source>Chat {words}</source>
      <translation>محادثة ⁨{words}⁩</translation>
    </message>
    <message>
      <source>Chat, {date}</source>
      <translation>محادثة، {date}</translation>
    </message>
    <message>
      <source>ChatML: Qwen, SmolLM and most others</source>
      <translation>‏ChatML: ‏Qwen وSmolLM ومعظم النماذج الأخرى</translation>
    </message>
    <message>
      <source>Chats</source>
      <translation>المحادثات</translation>
    </message>
    <message>
      <source>Chats (*.json *.zip);;All files (*)</source>
      <translation>محادثات (*.json *.zip);;كل الملفات (*)</translation>
    </message>
    <message>
      <source>Chats that use it keep what they set for themselves.</source>
      <translation>المحادثات التي تستخدمه تحتفظ بما تضبطه لنفسها.</translation>
    </message>
    <message>
      <source>Chats to export</source>
      <translation>المحادثات المراد تصديرها</translation>
    </message>
    <message>
      <source>Chec&amp;k Last Reply</source>
      <translation>التحقق من آخر &amp;ردّ</translation>
    </message>
    <message>
      <source>Check This Reply</source>
      <translation>التحقق من هذا الردّ</translation>
    </message>
    <message>
      <source>Checked: differs at token {number:,}: kept “{kept}” ({kept_percent} %), plain decoding “{plain}” ({plain_percent} %).</source>
      <translation>تم التحقق: يختلف عند الرمز {number:,}: المحفوظ «⁨{kept}⁩» ({kept_percent}%)، والتوليد العادي «{plain}» ({plain_percent}%).</translation>
    </message>
    <message numerus="yes">
      <source>Checked: plain decoding writes the same {n:,} tokens.</source>
      <extracomment>One: Checked: plain decoding writes the same {n:,} token.</extracomment>
      <translation>
        <numerusform>تم التحقق: لا رموز للمقارنة.</numerusform>
        <numerusform>تم التحقق: التوليد العادي يكتب الرمز نفسه.</numerusform>
        <numerusform>تم التحقق: التوليد العادي يكتب الرمزين نفسيهما.</numerusform>
        <numerusform>تم التحقق: التوليد العادي يكتب الرموز نفسها، وعددها {n:,}.</numerusform>
        <numerusform>تم التحقق: التوليد العادي يكتب الرموز نفسها، وعددها {n:,}.</numerusform>
        <numerusform>تم التحقق: التوليد العادي يكتب الرموز نفسها، وعددها {n:,}.</numerusform>
      </translation>
    </message>
    <message>
      <source>Checking the backup</source>
      <translation>جارٍ فحص النسخة الاحتياطية</translation>
    </message>
    <message>
      <source>Checking the starter model</source>
      <translation>جارٍ التحقق من نموذج البداية</translation>
    </message>
    <message>
      <source>Checking what was downloaded</source>
      <translation>جارٍ فحص ما تم تنزيله</translation>
    </message>
    <message>
      <source>Checking: {done:,} of {total:,} tokens compared</source>
      <translation>جارٍ التحقق: قورن {done:,} من {total:,} من الرموز</translation>
    </message>
    <message>
      <source>Choose a Folder with Models</source>
      <translation>اختيار مجلد فيه نماذج</translation>
    </message>
    <message>
      <source>Choose a GGUF File</source>
      <translation>اختيار ملف GGUF</translation>
    </message>
    <message>
      <source>Choose a GGUF file…</source>
      <translation>اختيار ملف GGUF…</translation>
    </message>
    <message>
      <source>Choose a Plugin</source>
      <translation>اختيار إضافة</translation>
    </message>
    <message>
      <source>Choose a folder…</source>
      <translation>اختيار مجلد…</translation>
    </message>
    <message>
      <source>Choose a model…</source>
      <translation>اختيار نموذج…</translation>
    </message>
    <message>
      <source>Choose a plugin's wheel file</source>
      <translation>اختيار ملف wheel لإضافة</translation>
    </message>
    <message>
      <source>Choose another model</source>
      <translation>اختيار نموذج آخر</translation>
    </message>
    <message>
      <source>Choose another model…</source>
      <translation>اختيار نموذج آخر…</translation>
    </message>
    <message>
      <source>Choose another…</source>
      <translation>اختيار آخر…</translation>
    </message>
    <message>
      <source>Choose file…</source>
      <translation>اختيار ملف…</translation>
    </message>
    <message>
      <source>Chosen chats</source>
      <translation>محادثات مختارة</translation>
    </message>
    <message>
      <source>Chosen chats ({count:,})</source>
      <translation>محادثات مختارة ({count:,})</translation>
    </message>
    <message>
      <source>Clear the search</source>
      <translation>مسح البحث</translation>
    </message>
    <message>
      <source>Clear the search (Esc)</source>
      <translation>مسح البحث (Esc)</translation>
    </message>
    <message>
      <source>Click to rename this chat</source>
      <translation>انقر لإعادة تسمية هذه المحادثة</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>إغلاق</translation>
    </message>
    <message>
      <source>Close this notice</source>
      <translation>إغلاق هذا التنبيه</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>أمر</translation>
    </message>
    <message>
      <source>Commands, chats, models, settings</source>
      <translation>الأوامر والمحادثات والنماذج والإعدادات</translation>
    </message>
    <message>
      <source>Complete</source>
      <translation>مكتمل</translation>
    </message>
    <message>
      <source>Context</source>
      <translation>السياق</translation>
    </message>
    <message>
      <source>Context length</source>
      <translation>طول السياق</translation>
    </message>
    <message>
      <source>Context: {figure}</source>
      <translation>السياق: {figure}</translation>
    </message>
    <message>
      <source>Context: {n:,} tokens</source>
      <translation>السياق بالرموز: {n:,}</translation>
    </message>
    <message>
      <source>Continue this reply</source>
      <translation>متابعة هذا الردّ</translation>
    </message>
    <message>
      <source>Conversation</source>
      <translation>المحادثة</translation>
    </message>
    <message>
      <source>Conversation of {n:,} tokens: {size}</source>
      <translation>محادثة من {n:,} من الرموز: {size}</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>تم النسخ</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>نسخ</translation>
    </message>
    <message>
      <source>Copy Address</source>
      <translation>نسخ العنوان</translation>
    </message>
    <message>
      <source>Copy All</source>
      <translation>نسخ الكل</translation>
    </message>
    <message>
      <source>Copy Link Address</source>
      <translation>نسخ عنوان الرابط</translation>
    </message>
    <message>
      <source>Copy Message as Markdown</source>
      <translation>نسخ الرسالة بصيغة Markdown</translation>
    </message>
    <message>
      <source>Copy as Text</source>
      <translation>نسخ كنص</translation>
    </message>
    <message>
      <source>Copy details</source>
      <translation>نسخ التفاصيل</translation>
    </message>
    <message>
      <source>Copy the plan as text, with whole hashes</source>
      <translation>نسخ الخطة كنص، مع البصمات كاملة</translation>
    </message>
    <message>
      <source>Copy {language}</source>
      <translation>نسخ ⁨{language}⁩</translation>
    </message>
    <message>
      <source>Cost so far: {time} in this chat</source>
      <translation>الكلفة حتى الآن: {time} في هذه المحادثة</translation>
    </message>
    <message>
      <source>Cost: {time} more than the {plain} that plain decoding takes here</source>
      <translation>زاد {time} على {plain} يستغرقها التوليد العادي هنا</translation>
    </message>
    <message>
      <source>Cost: {time} ms a step, in {count} steps</source>
      <translation>الكلفة: {time} م.ث للخطوة، وعدد الخطوات {count}</translation>
    </message>
    <message>
      <source>Create</source>
      <translation>إنشاء</translation>
    </message>
    <message>
      <source>Ctrl+Enter</source>
      <translation>Ctrl+Enter</translation>
    </message>
    <message>
      <source>Ctrl+Enter sends, Enter breaks the line</source>
      <translation>‏Ctrl+Enter للإرسال، وEnter لسطر جديد</translation>
    </message>
    <message>
      <source>D&amp;uplicate</source>
      <translation>إنشاء &amp;نسخة</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>داكن</translation>
    </message>
    <message>
      <source>Data</source>
      <translation>البيانات</translation>
    </message>
    <message>
      <source>Default: {default}</source>
      <translation>الافتراضي: ⁨{default}⁩</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>حذف</translation>
    </message>
    <message>
      <source>Delete Assistant</source>
      <translation>حذف المساعد</translation>
    </message>
    <message>
      <source>Delete Folder</source>
      <translation>حذف المجلد</translation>
    </message>
    <message>
      <source>Delete Message</source>
      <translation>حذف الرسالة</translation>
    </message>
    <message>
      <source>Delete Temporary Chat</source>
      <translation>حذف المحادثة المؤقتة</translation>
    </message>
    <message>
      <source>Delete the assistant {name}?</source>
      <translation>حذف المساعد ⁨{name}⁩؟</translation>
    </message>
    <message>
      <source>Delete the folder “{name}”?</source>
      <translation>حذف المجلد «⁨{name}⁩»؟</translation>
    </message>
    <message numerus="yes">
      <source>Delete this message and the {n:,} that follow it?</source>
      <extracomment>One: Delete this message and the one that follows it?</extracomment>
      <translation>
        <numerusform>حذف هذه الرسالة؟</numerusform>
        <numerusform>حذف هذه الرسالة والتي تليها؟</numerusform>
        <numerusform>حذف هذه الرسالة والرسالتين اللتين تليانها؟</numerusform>
        <numerusform>حذف هذه الرسالة و{n:,} رسائل تليها؟</numerusform>
        <numerusform>حذف هذه الرسالة و{n:,} رسالة تليها؟</numerusform>
        <numerusform>حذف هذه الرسالة و{n:,} رسالة تليها؟</numerusform>
      </translation>
    </message>
    <message>
      <source>Delete this message?</source>
      <translation>حذف هذه الرسالة؟</translation>
    </message>
    <message>
      <source>Delete this temporary chat?</source>
      <translation>حذف هذه المحادثة المؤقتة؟</translation>
    </message>
    <message>
      <source>Delete {name} from this computer?</source>
      <translation>حذف ⁨{name}⁩ من هذا الحاسوب؟</translation>
    </message>
    <message>
      <source>Deleted “{title}”.</source>
      <translation>تم حذف «⁨{title}⁩».</translation>
    </message>
    <message>
      <source>Delete…</source>
      <translation>حذف…</translation>
    </message>
    <message>
      <source>Details of {name}</source>
      <translation>تفاصيل ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Details…</source>
      <translation>التفاصيل…</translation>
    </message>
    <message>
      <source>Device</source>
      <translation>الجهاز</translation>
    </message>
    <message>
      <source>Do the same with the others</source>
      <translation>فعل الشيء نفسه مع البقية</translation>
    </message>
    <message>
      <source>Doesn't fit: takes {needed} of {free} free on {place}, {missing} too much</source>
      <translation>لا يتّسع: يحتاج إلى {needed} من {free} متاحة على ⁨{place}⁩، بزيادة {missing}</translation>
    </message>
    <message>
      <source>Don't Restore It</source>
      <translation>عدم استعادتها</translation>
    </message>
    <message>
      <source>Done.</source>
      <translation>تم.</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>تنزيل</translation>
    </message>
    <message>
      <source>Download and load</source>
      <translation>تنزيل وتحميل</translation>
    </message>
    <message>
      <source>Download and start</source>
      <translation>تنزيل وبدء</translation>
    </message>
    <message>
      <source>Download of {name}</source>
      <translation>تنزيل ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Download the starter model ({size})</source>
      <translation>تنزيل نموذج البداية ({size})</translation>
    </message>
    <message>
      <source>Download {name}</source>
      <translation>تنزيل ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Downloading</source>
      <translation>جارٍ التنزيل</translation>
    </message>
    <message>
      <source>Draft models</source>
      <translation>نماذج المسودات</translation>
    </message>
    <message>
      <source>Drafted</source>
      <translation>المقترَحة</translation>
    </message>
    <message>
      <source>Drafted (proposed): {count}</source>
      <translation>المقترَحة: {count}</translation>
    </message>
    <message>
      <source>Drafting took {seconds} s of {whole} s</source>
      <translation>استغرق إعداد المسودات {seconds} ث من {whole} ث</translation>
    </message>
    <message>
      <source>Draw among the k likeliest tokens only; 0 is off.</source>
      <translation>السحب من بين أرجح k من الرموز فقط؛ 0 يوقفه.</translation>
    </message>
    <message>
      <source>Draw among the likeliest tokens that hold this share; 1 is off.</source>
      <translation>السحب من بين أرجح الرموز التي تحوز هذه الحصة؛ 1 يوقفه.</translation>
    </message>
    <message>
      <source>Draw another seed, and keep it</source>
      <translation>سحب بذرة أخرى والإبقاء عليها</translation>
    </message>
    <message>
      <source>Drawn for each reply</source>
      <translation>تُسحب لكل ردّ</translation>
    </message>
    <message>
      <source>Drop the files to attach them</source>
      <translation>أفلت الملفات لإرفاقها</translation>
    </message>
    <message>
      <source>Drop tokens below this share of the likeliest one; 0 is off.</source>
      <translation>إسقاط الرموز التي تقل عن هذه الحصة من الرمز الأرجح؛ 0 يوقفه.</translation>
    </message>
    <message numerus="yes">
      <source>Dropped here: “{text}” ({n} tokens of {names})</source>
      <extracomment>One: Dropped here: “{text}” ({n} token of {names})</extracomment>
      <translation>
        <numerusform>أُسقطت هنا: «⁨{text}⁩» (لا رموز من ⁨{names}⁩)</numerusform>
        <numerusform>أُسقطت هنا: «⁨{text}⁩» (رمز واحد من ⁨{names}⁩)</numerusform>
        <numerusform>أُسقطت هنا: «⁨{text}⁩» (رمزان من ⁨{names}⁩)</numerusform>
        <numerusform>أُسقطت هنا: «⁨{text}⁩» ({n} رموز من ⁨{names}⁩)</numerusform>
        <numerusform>أُسقطت هنا: «⁨{text}⁩» ({n} رمزًا من ⁨{names}⁩)</numerusform>
        <numerusform>أُسقطت هنا: «⁨{text}⁩» ({n} رمز من ⁨{names}⁩)</numerusform>
      </translation>
    </message>
    <message>
      <source>Duplicate</source>
      <translation>إنشاء نسخة</translation>
    </message>
    <message>
      <source>Earlier</source>
      <translation>أقدم</translation>
    </message>
    <message>
      <source>Earlier and later questions, in the first and last line</source>
      <translation>الأسئلة السابقة واللاحقة، من السطر الأول والأخير</translation>
    </message>
    <message>
      <source>Earlier and later version of the message</source>
      <translation>النسخة السابقة أو اللاحقة من الرسالة</translation>
    </message>
    <message>
      <source>Edit and send again</source>
      <translation>تعديل وإرسال من جديد</translation>
    </message>
    <message>
      <source>Edit your message</source>
      <translation>تعديل رسالتك</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>مفتاح Enter</translation>
    </message>
    <message>
      <source>Enter sends, Shift+Enter breaks the line</source>
      <translation>‏Enter للإرسال، وShift+Enter لسطر جديد</translation>
    </message>
    <message>
      <source>Entry {number} was left out: it is not a chat.</source>
      <translation>تُرك المدخل {number}: ليس محادثة.</translation>
    </message>
    <message>
      <source>Esc stops the reply</source>
      <translation>‏Esc يوقف الردّ</translation>
    </message>
    <message>
      <source>Everything is up to date.</source>
      <translation>كل شيء محدّث.</translation>
    </message>
    <message>
      <source>Everything stays on this computer. Deleting a chat removes it from the file of chats.</source>
      <translation>كل شيء يبقى على هذا الحاسوب. حذف محادثة يزيلها من ملف المحادثات.</translation>
    </message>
    <message>
      <source>Everything: all versions, options and statistics. Can be imported again.</source>
      <translation>كل شيء: كل النسخ والخيارات والإحصاءات. يمكن استيراده من جديد.</translation>
    </message>
    <message>
      <source>Exact</source>
      <translation>مطابق</translation>
    </message>
    <message>
      <source>Exact: a reply has the same tokens with and without drafts, bit for bit, because every pass uses widths that round alike on this machine. Fast: any width, and drafts with branches; the same up to rounding, and the tokens at which rounding could have decided are counted.</source>
      <translation>مطابق: للردّ الرموز نفسها مع المسودات ودونها، بتًّا ببت، لأن كل تمريرة تستخدم عروضًا تُقرَّب بالطريقة نفسها على هذا الجهاز. سريع: أي عرض، ومسودات متفرّعة؛ النتيجة نفسها إلا من التقريب، وتُعدّ الرموز التي كان التقريب قد يحسمها.</translation>
    </message>
    <message>
      <source>Exactness</source>
      <translation>المطابقة</translation>
    </message>
    <message>
      <source>Explain how a rainbow forms, in three sentences.</source>
      <translation>اشرح كيف يتكوّن قوس قزح في ثلاث جمل.</translation>
    </message>
    <message>
      <source>Export Assistants</source>
      <translation>تصدير المساعدين</translation>
    </message>
    <message>
      <source>Export Chats</source>
      <translation>تصدير المحادثات</translation>
    </message>
    <message>
      <source>Export all…</source>
      <translation>تصدير الكل…</translation>
    </message>
    <message>
      <source>Exporting</source>
      <translation>جارٍ التصدير</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>تصدير…</translation>
    </message>
    <message>
      <source>Failed</source>
      <translation>فشل</translation>
    </message>
    <message>
      <source>Fast</source>
      <translation>سريع</translation>
    </message>
    <message>
      <source>File {name}</source>
      <translation>الملف ⁨{name}⁩</translation>
    </message>
    <message>
      <source>File {name}, {size}</source>
      <translation>الملف ⁨{name}⁩، {size}</translation>
    </message>
    <message>
      <source>File {name}:</source>
      <translation>الملف ⁨{name}⁩:</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>الملفات</translation>
    </message>
    <message>
      <source>Find a chat by its title</source>
      <translation>البحث عن محادثة بعنوانها</translation>
    </message>
    <message>
      <source>First token after</source>
      <translation>أول رمز بعد</translation>
    </message>
    <message>
      <source>Fits: takes {needed} of {free} free on {place}</source>
      <translation>يتّسع: يحتاج إلى {needed} من {free} متاحة على ⁨{place}⁩</translation>
    </message>
    <message>
      <source>Folder</source>
      <translation>المجلد</translation>
    </message>
    <message>
      <source>Folder {name}, {chats}, closed</source>
      <translation>المجلد ⁨{name}⁩، {chats}، مغلق</translation>
    </message>
    <message>
      <source>Folder {name}, {chats}, open</source>
      <translation>المجلد ⁨{name}⁩، {chats}، مفتوح</translation>
    </message>
    <message>
      <source>Folders in which models of yours lie.</source>
      <translation>المجلدات التي فيها نماذج لك.</translation>
    </message>
    <message>
      <source>Follow the system</source>
      <translation>اتّباع النظام</translation>
    </message>
    <message>
      <source>Follow the system, or always light or dark.</source>
      <translation>اتّباع النظام، أو فاتح دائمًا، أو داكن دائمًا.</translation>
    </message>
    <message>
      <source>For every chat that sets nothing else for itself, in its options or by its assistant. Changes take effect with the next reply.</source>
      <translation>لكل محادثة لا تضبط غير ذلك لنفسها، في خياراتها أو عبر مساعدها. تسري التغييرات مع الردّ التالي.</translation>
    </message>
    <message>
      <source>For good.</source>
      <translation>نهائيًا.</translation>
    </message>
    <message>
      <source>For models that can think before they answer: as the model does by itself, always, or never.</source>
      <translation>للنماذج التي يمكنها التفكير قبل الإجابة: كما يفعل النموذج من تلقاء نفسه، أو دائمًا، أو أبدًا.</translation>
    </message>
    <message>
      <source>For programming: writes, explains and repairs code.</source>
      <translation>للبرمجة: يكتب الشفرة ويشرحها ويصلحها.</translation>
    </message>
    <message>
      <source>For this model nothing is ever drafted, so there is nothing to compare.</source>
      <translation>لا تُعدّ مسودات لهذا النموذج أبدًا، فلا شيء للمقارنة.</translation>
    </message>
    <message>
      <source>Foreword asks the network for a model only when you press a button for it: search, download, details.</source>
      <translation>لا يسأل Foreword الشبكة عن نموذج إلا حين تضغط زرًّا لذلك: البحث أو التنزيل أو التفاصيل.</translation>
    </message>
    <message>
      <source>Foreword backup {date}</source>
      <translation>نسخة Foreword الاحتياطية {date}</translation>
    </message>
    <message>
      <source>Foreword chats {date}</source>
      <translation>محادثات Foreword {date}</translation>
    </message>
    <message>
      <source>Foreword doesn't know this file: it takes its own JSON, and exports of ChatGPT and Open WebUI.</source>
      <translation>لا يعرف Foreword هذا الملف: يقبل ملفات JSON الخاصة به، وصادرات ChatGPT وOpen WebUI.</translation>
    </message>
    <message>
      <source>Foreword is closing.</source>
      <translation>يُغلق Foreword الآن.</translation>
    </message>
    <message>
      <source>Foreword may not use {path}: check its rights, or choose another folder.</source>
      <translation>لا يُسمح لـ Foreword باستخدام ⁨{path}⁩: تحقق من صلاحياته، أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
      <source>Foreword needs a language model on this computer, once. Nothing that you write leaves this computer: only the model itself is fetched from the network.</source>
      <translation>يحتاج Foreword إلى نموذج لغوي على هذا الحاسوب، مرة واحدة. لا شيء مما تكتبه يغادر هذا الحاسوب: النموذج وحده يُجلب من الشبكة.</translation>
    </message>
    <message>
      <source>Foreword {version}</source>
      <translation>‏Foreword ⁨{version}⁩</translation>
    </message>
    <message>
      <source>Foreword's settings</source>
      <translation>إعدادات Foreword</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>نسيان</translation>
    </message>
    <message>
      <source>Forget the access token</source>
      <translation>نسيان رمز الوصول</translation>
    </message>
    <message>
      <source>Forget what was downloaded?</source>
      <translation>هل تريد نسيان ما تم تنزيله؟</translation>
    </message>
    <message>
      <source>Format</source>
      <translation>الصيغة</translation>
    </message>
    <message>
      <source>Free on {place}: {free} of {total}</source>
      <translation>المتاح على ⁨{place}⁩: {free} من {total}</translation>
    </message>
    <message>
      <source>Frequency penalty</source>
      <translation>عقوبة التواتر</translation>
    </message>
    <message>
      <source>Fresh each time</source>
      <translation>جديدة كل مرة</translation>
    </message>
    <message>
      <source>From {source}</source>
      <translation>من ⁨{source}⁩</translation>
    </message>
    <message>
      <source>Fully open: data, code and weights are published.</source>
      <translation>مفتوح تمامًا: بياناته وشفرته وأوزانه منشورة.</translation>
    </message>
    <message>
      <source>GB</source>
      <translation>غيغابايت</translation>
    </message>
    <message>
      <source>GGUF files ({patterns})</source>
      <translation>ملفات GGUF (⁨{patterns}⁩)</translation>
    </message>
    <message>
      <source>General</source>
      <translation>عام</translation>
    </message>
    <message>
      <source>Get more</source>
      <translation>الحصول على المزيد</translation>
    </message>
    <message>
      <source>Give the model's memory back after so many minutes without a reply; the next message loads it again. 0 keeps it.</source>
      <translation>تحرير ذاكرة النموذج بعد هذا العدد من الدقائق دون ردّ؛ والرسالة التالية تحمّله من جديد. 0 يُبقيه.</translation>
    </message>
    <message>
      <source>Glide and fade</source>
      <translation>انزلاق وتلاشٍ</translation>
    </message>
    <message>
      <source>Go from message to message, and through what can be done with each</source>
      <translation>التنقّل من رسالة إلى رسالة، وبين ما يمكن فعله بكل منها</translation>
    </message>
    <message>
      <source>Go on in a new chat with a summary</source>
      <translation>المتابعة في محادثة جديدة مع ملخّص</translation>
    </message>
    <message>
      <source>Go through the list</source>
      <translation>التنقّل في القائمة</translation>
    </message>
    <message>
      <source>Go through what was found</source>
      <translation>التنقّل بين النتائج</translation>
    </message>
    <message>
      <source>Good at summaries and rewriting long texts. Its terms have to be accepted on the hub.</source>
      <translation>جيد في التلخيص وإعادة صياغة النصوص الطويلة. يجب قبول شروطه على المستودع.</translation>
    </message>
    <message>
      <source>Hide</source>
      <translation>إخفاء</translation>
    </message>
    <message>
      <source>Hide details</source>
      <translation>إخفاء التفاصيل</translation>
    </message>
    <message>
      <source>Hide details of {what}</source>
      <translation>إخفاء تفاصيل ⁨{what}⁩</translation>
    </message>
    <message>
      <source>Hide the chat's options</source>
      <translation>إخفاء خيارات المحادثة</translation>
    </message>
    <message>
      <source>Hide the chat's options ({shortcut})</source>
      <translation>إخفاء خيارات المحادثة (⁨{shortcut}⁩)</translation>
    </message>
    <message>
      <source>Hide the live panel</source>
      <translation>إخفاء اللوحة الحيّة</translation>
    </message>
    <message>
      <source>Hide the live panel ({shortcut})</source>
      <translation>إخفاء اللوحة الحيّة (⁨{shortcut}⁩)</translation>
    </message>
    <message>
      <source>Hide what the model thought</source>
      <translation>إخفاء ما فكّر فيه النموذج</translation>
    </message>
    <message>
      <source>Hide. The chat can't be brought back then.</source>
      <translation>إخفاء. لا يمكن استعادة المحادثة بعد ذلك.</translation>
    </message>
    <message>
      <source>Homepage</source>
      <translation>الموقع</translation>
    </message>
    <message>
      <source>How it runs</source>
      <translation>طريقة تشغيله</translation>
    </message>
    <message>
      <source>How many tokens the model checks at once. Drafts make a pass wider.</source>
      <translation>عدد الرموز التي يفحصها النموذج دفعة واحدة. المسودات تزيد عرض التمريرة.</translation>
    </message>
    <message>
      <source>How messages become text for a model that brings no chat template: the name of a built-in one.</source>
      <translation>كيف تتحول الرسائل إلى نص لنموذج لا يأتي بقالب محادثة: اسم قالب مدمج.</translation>
    </message>
    <message>
      <source>How the conversation is kept in memory: in full, or in 8-bit numbers, which take about half.</source>
      <translation>كيف تُحفظ المحادثة في الذاكرة: كاملة، أو بأعداد من 8 بتات تأخذ نحو النصف.</translation>
    </message>
    <message>
      <source>How the next token is drawn. The same holds as for replies.</source>
      <translation>كيف يُختار الرمز التالي. ويسري هنا ما يسري على الردود.</translation>
    </message>
    <message>
      <source>Import Assistants</source>
      <translation>استيراد مساعدين</translation>
    </message>
    <message>
      <source>Import Chats</source>
      <translation>استيراد المحادثات</translation>
    </message>
    <message>
      <source>Imported chat</source>
      <translation>محادثة مستوردة</translation>
    </message>
    <message>
      <source>Importing</source>
      <translation>جارٍ الاستيراد</translation>
    </message>
    <message>
      <source>Import…</source>
      <translation>استيراد…</translation>
    </message>
    <message>
      <source>In 8-bit numbers</source>
      <translation>بأعداد من 8 بتات</translation>
    </message>
    <message>
      <source>In full</source>
      <translation>كاملة</translation>
    </message>
    <message>
      <source>Include</source>
      <translation>تضمين</translation>
    </message>
    <message>
      <source>Incompatible</source>
      <translation>غير متوافق</translation>
    </message>
    <message>
      <source>Install</source>
      <translation>تثبيت</translation>
    </message>
    <message>
      <source>Install Plugin</source>
      <translation>تثبيت إضافة</translation>
    </message>
    <message>
      <source>Install a plugin</source>
      <translation>تثبيت إضافة</translation>
    </message>
    <message>
      <source>Install more…</source>
      <translation>تثبيت المزيد…</translation>
    </message>
    <message>
      <source>Install {wanted}?</source>
      <translation>تثبيت ⁨{wanted}⁩؟</translation>
    </message>
    <message>
      <source>Installed</source>
      <translation>المثبّتة</translation>
    </message>
    <message>
      <source>Install…</source>
      <translation>تثبيت…</translation>
    </message>
    <message>
      <source>Instructions given before every chat; empty: the model's own.</source>
      <translation>تعليمات تُعطى قبل كل محادثة؛ والفارغ: تعليمات النموذج نفسه.</translation>
    </message>
    <message>
      <source>Is being downloaded: see the page of models</source>
      <translation>يجري تنزيله: انظر صفحة النماذج</translation>
    </message>
    <message>
      <source>Is the draft model now</source>
      <translation>هو نموذج المسودات الآن</translation>
    </message>
    <message>
      <source>It brings none: choose how messages become text under Model settings, Chat template.</source>
      <translation>لا يأتي بقالب: اختر كيف تتحول الرسائل إلى نص في إعدادات النموذج، قالب المحادثة.</translation>
    </message>
    <message>
      <source>It ended Foreword when it was loaded. If it does so again, what was written up to then is kept, and it is held back at the next start.</source>
      <translation>أنهى Foreword حين تم تحميله. إن فعل ذلك مجددًا فإن ما كُتب حتى ذلك الحين محفوظ، ولن يُحمَّل عند البدء التالي.</translation>
    </message>
    <message>
      <source>It is kept nowhere, so it can't be brought back.</source>
      <translation>ليست محفوظة في أي مكان، فلا يمكن استعادتها.</translation>
    </message>
    <message>
      <source>It is loaded now, and is unloaded first.</source>
      <translation>هو محمّل الآن، وسيُفرَّغ أولًا.</translation>
    </message>
    <message>
      <source>It is whole, and holds {content}.</source>
      <translation>هي سليمة، وفيها ⁨{content}⁩.</translation>
    </message>
    <message>
      <source>It takes from this chat: {options}.</source>
      <translation>يأخذ من هذه المحادثة: ⁨{options}⁩.</translation>
    </message>
    <message>
      <source>It was written by another model.</source>
      <translation>كتبه نموذج آخر.</translation>
    </message>
    <message>
      <source>It was written by computing in another number format.</source>
      <translation>كُتب بحساب في صيغة أعداد أخرى.</translation>
    </message>
    <message>
      <source>It was written in the other mode of exactness.</source>
      <translation>كُتب بوضع المطابقة الآخر.</translation>
    </message>
    <message>
      <source>It was written on another device.</source>
      <translation>كُتب على جهاز آخر.</translation>
    </message>
    <message>
      <source>It was written on another kind of computer.</source>
      <translation>كُتب على حاسوب من نوع آخر.</translation>
    </message>
    <message>
      <source>It was written with another number of threads.</source>
      <translation>كُتب بعدد آخر من الخيوط.</translation>
    </message>
    <message>
      <source>It was written with other versions of the libraries.</source>
      <translation>كُتب بإصدارات أخرى من المكتبات.</translation>
    </message>
    <message>
      <source>It was written with the conversation kept in another format.</source>
      <translation>كُتب والمحادثة محفوظة في الذاكرة بصيغة أخرى.</translation>
    </message>
    <message>
      <source>It was written with the weights in another precision.</source>
      <translation>كُتب بأوزان ذات دقة أخرى.</translation>
    </message>
    <message>
      <source>Its authors ask for a registration on Hugging Face: accept their terms there, then put an access token under Network.</source>
      <translation>يطلب أصحابه التسجيل في Hugging Face: اقبل شروطهم هناك، ثم ضع رمز وصول في قسم الشبكة.</translation>
    </message>
    <message>
      <source>Its parts were asked for in different ways.</source>
      <translation>طُلبت أجزاؤه بطرق مختلفة.</translation>
    </message>
    <message>
      <source>Its speculators are then no longer there.</source>
      <translation>لن تكون مخمّناتها متاحة بعد ذلك.</translation>
    </message>
    <message>
      <source>Jump to latest</source>
      <translation>الانتقال إلى الأحدث</translation>
    </message>
    <message>
      <source>Jump to the latest text</source>
      <translation>الانتقال إلى أحدث نص</translation>
    </message>
    <message>
      <source>Jump to the latest text ({key})</source>
      <translation>الانتقال إلى أحدث نص (⁨{key}⁩)</translation>
    </message>
    <message>
      <source>KB</source>
      <translation>كيلوبايت</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>حفظ</translation>
    </message>
    <message>
      <source>Keep Both</source>
      <translation>الإبقاء على الاثنين</translation>
    </message>
    <message>
      <source>Keep the access token</source>
      <translation>حفظ رمز الوصول</translation>
    </message>
    <message>
      <source>Keyboard Shortcuts</source>
      <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>اللغة</translation>
    </message>
    <message>
      <source>Leave Out</source>
      <translation>ترك</translation>
    </message>
    <message>
      <source>Leave everything as it is</source>
      <translation>ترك كل شيء كما هو</translation>
    </message>
    <message>
      <source>Leave it as it was ({key})</source>
      <translation>تركها كما كانت (⁨{key}⁩)</translation>
    </message>
    <message>
      <source>Leave out the oldest turns</source>
      <translation>ترك أقدم الرسائل</translation>
    </message>
    <message>
      <source>Leave the field</source>
      <translation>مغادرة الحقل</translation>
    </message>
    <message>
      <source>Leave the search</source>
      <translation>مغادرة البحث</translation>
    </message>
    <message>
      <source>Left for the reply: {count:,}</source>
      <translation>الباقي للردّ: {count:,}</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>الرخصة</translation>
    </message>
    <message>
      <source>Lies in</source>
      <translation>المكان</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>فاتح</translation>
    </message>
    <message>
      <source>List of chats</source>
      <translation>قائمة المحادثات</translation>
    </message>
    <message>
      <source>Live panel</source>
      <translation>اللوحة الحيّة</translation>
    </message>
    <message>
      <source>Load</source>
      <translation>تحميل</translation>
    </message>
    <message>
      <source>Load again now</source>
      <translation>التحميل من جديد الآن</translation>
    </message>
    <message>
      <source>Load the model again</source>
      <translation>تحميل النموذج من جديد</translation>
    </message>
    <message>
      <source>Load the model with less room for the chat, which takes less memory</source>
      <translation>تحميل النموذج بمساحة أقل للمحادثة، فيحتاج إلى ذاكرة أقل</translation>
    </message>
    <message>
      <source>Load {name} once more?</source>
      <translation>هل تريد تحميل ⁨{name}⁩ مرة أخرى؟</translation>
    </message>
    <message>
      <source>Loaded</source>
      <translation>محمّل</translation>
    </message>
    <message>
      <source>Loading the model</source>
      <translation>تحميل النموذج</translation>
    </message>
    <message>
      <source>Loading the tokenizer</source>
      <translation>جارٍ تحميل المرمِّز</translation>
    </message>
    <message>
      <source>Loading the weights</source>
      <translation>جارٍ تحميل الأوزان</translation>
    </message>
    <message>
      <source>Loading was stopped</source>
      <translation>أُوقف التحميل</translation>
    </message>
    <message>
      <source>Log</source>
      <translation>السجل</translation>
    </message>
    <message>
      <source>Longest reply</source>
      <translation>أطول ردّ</translation>
    </message>
    <message>
      <source>Look for updates</source>
      <translation>البحث عن تحديثات</translation>
    </message>
    <message>
      <source>Looking at what fits this computer…</source>
      <translation>جارٍ البحث عمّا يناسب هذا الحاسوب…</translation>
    </message>
    <message>
      <source>Looking for models on this computer…</source>
      <translation>جارٍ البحث عن نماذج على هذا الحاسوب…</translation>
    </message>
    <message>
      <source>Looking whether it fits</source>
      <translation>جارٍ التحقق من الملاءمة</translation>
    </message>
    <message>
      <source>M</source>
      <translation>مليون</translation>
    </message>
    <message>
      <source>MB</source>
      <translation>ميغابايت</translation>
    </message>
    <message>
      <source>Make a table of the planets of the solar system.</source>
      <translation>أنشئ جدولًا بكواكب المجموعة الشمسية.</translation>
    </message>
    <message>
      <source>Make it fit…</source>
      <translation>جعله يتّسع…</translation>
    </message>
    <message>
      <source>Make room…</source>
      <translation>إفساح مكان…</translation>
    </message>
    <message>
      <source>Make the New Folder In</source>
      <translation>إنشاء المجلد الجديد في</translation>
    </message>
    <message>
      <source>Make what this chat changes part of {name}</source>
      <translation>جعل ما تغيّره هذه المحادثة جزءًا من ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Manage assistants</source>
      <translation>إدارة المساعدين</translation>
    </message>
    <message>
      <source>Manage assistants: see, change and share all of them</source>
      <translation>إدارة المساعدين: الاطّلاع عليهم جميعًا وتغييرهم ومشاركتهم</translation>
    </message>
    <message>
      <source>Manage models…</source>
      <translation>إدارة النماذج…</translation>
    </message>
    <message>
      <source>Manage speculators…</source>
      <translation>إدارة المخمّنات…</translation>
    </message>
    <message>
      <source>Many languages in half a gigabyte of parameters; a good draft model for its bigger sisters.</source>
      <translation>لغات كثيرة في نصف مليار من المعاملات؛ نموذج مسودات جيد لإخوته الأكبر.</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>الذاكرة</translation>
    </message>
    <message>
      <source>Memory of the conversation</source>
      <translation>ذاكرة المحادثة</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>رسالة</translation>
    </message>
    <message>
      <source>Message: {words}</source>
      <translation>رسالة: ⁨{words}⁩</translation>
    </message>
    <message>
      <source>Messages</source>
      <translation>الرسائل</translation>
    </message>
    <message>
      <source>Min-p</source>
      <translation>‏Min-p</translation>
    </message>
    <message>
      <source>Missing: {name}</source>
      <translation>مفقود: ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Mistral and Mixtral: [INST]</source>
      <translation>‏Mistral وMixtral: ‏[INST]</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Model folders</source>
      <translation>مجلدات النماذج</translation>
    </message>
    <message>
      <source>Model in use</source>
      <translation>النموذج المستخدم</translation>
    </message>
    <message>
      <source>Model loaded: {name}</source>
      <translation>تم تحميل النموذج: ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Model not loaded</source>
      <translation>النموذج غير محمّل</translation>
    </message>
    <message>
      <source>Model settings</source>
      <translation>إعدادات النموذج</translation>
    </message>
    <message>
      <source>Model unloaded</source>
      <translation>تم تفريغ النموذج</translation>
    </message>
    <message>
      <source>Model: {state}</source>
      <translation>النموذج: {state}</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>النماذج</translation>
    </message>
    <message>
      <source>More about this reply</source>
      <translation>المزيد عن هذا الردّ</translation>
    </message>
    <message>
      <source>More for the chat or folder</source>
      <translation>المزيد للمحادثة أو المجلد</translation>
    </message>
    <message>
      <source>More than 48 GB of memory</source>
      <translation>أكثر من 48 غيغابايت من الذاكرة</translation>
    </message>
    <message>
      <source>More was left out; only this much is listed.</source>
      <translation>تُرك أكثر من ذلك؛ ولا يُعرض إلا هذا القدر.</translation>
    </message>
    <message>
      <source>Motion</source>
      <translation>الحركة</translation>
    </message>
    <message>
      <source>Move &amp;Up</source>
      <translation>نقل إلى الأ&amp;على</translation>
    </message>
    <message>
      <source>Move Dow&amp;n</source>
      <translation>نقل إلى الأس&amp;فل</translation>
    </message>
    <message>
      <source>Move Folder Down</source>
      <translation>نقل المجلد إلى الأسفل</translation>
    </message>
    <message>
      <source>Move Folder Up</source>
      <translation>نقل المجلد إلى الأعلى</translation>
    </message>
    <message>
      <source>My assistant</source>
      <translation>مساعدي</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>الاسم</translation>
    </message>
    <message>
      <source>Name of the assistant</source>
      <translation>اسم المساعد</translation>
    </message>
    <message>
      <source>Name of the chat</source>
      <translation>اسم المحادثة</translation>
    </message>
    <message>
      <source>Name of the folder</source>
      <translation>اسم المجلد</translation>
    </message>
    <message>
      <source>Name on PyPI, wheel file, folder or address</source>
      <translation>اسم على PyPI، أو ملف wheel، أو مجلد، أو عنوان</translation>
    </message>
    <message>
      <source>Ne&amp;xt Chat</source>
      <translation>المحادثة التال&amp;ية</translation>
    </message>
    <message>
      <source>Network</source>
      <translation>الشبكة</translation>
    </message>
    <message>
      <source>Never</source>
      <translation>أبدًا</translation>
    </message>
    <message>
      <source>Never ask the network for anything about models, not even when you press a button.</source>
      <translation>عدم سؤال الشبكة عن أي شيء يخص النماذج أبدًا، حتى حين تضغط زرًّا.</translation>
    </message>
    <message>
      <source>New &amp;Folder</source>
      <translation>مج&amp;لد جديد</translation>
    </message>
    <message>
      <source>New &amp;Temporary Chat</source>
      <translation>محادثة &amp;مؤقتة جديدة</translation>
    </message>
    <message>
      <source>New Assistant</source>
      <translation>مساعد جديد</translation>
    </message>
    <message>
      <source>New assistant</source>
      <translation>مساعد جديد</translation>
    </message>
    <message>
      <source>New chat</source>
      <translation>محادثة جديدة</translation>
    </message>
    <message>
      <source>New chat (Ctrl+N)</source>
      <translation>محادثة جديدة (Ctrl+N)</translation>
    </message>
    <message>
      <source>New chat with a summary</source>
      <translation>محادثة جديدة مع ملخّص</translation>
    </message>
    <message>
      <source>New folder</source>
      <translation>مجلد جديد</translation>
    </message>
    <message>
      <source>New folder (Ctrl+Shift+O)</source>
      <translation>مجلد جديد (Ctrl+Shift+O)</translation>
    </message>
    <message>
      <source>New from this chat…</source>
      <translation>جديد من هذه المحادثة…</translation>
    </message>
    <message>
      <source>Next version</source>
      <translation>النسخة التالية</translation>
    </message>
    <message>
      <source>No assistant</source>
      <translation>دون مساعد</translation>
    </message>
    <message>
      <source>No folder was added. Models in the app's own folder and in Hugging Face's cache are found.</source>
      <translation>لم يُضف أي مجلد. يُعثر على النماذج في مجلد التطبيق نفسه وفي ذاكرة Hugging Face المؤقتة.</translation>
    </message>
    <message>
      <source>No key fits “{words}”.</source>
      <translation>لا مفتاح يطابق «⁨{words}⁩».</translation>
    </message>
    <message>
      <source>No match: it had nothing to propose lately</source>
      <translation>لا تطابق: لم يكن لديه ما يقترحه مؤخرًا</translation>
    </message>
    <message>
      <source>No model is loaded in safe mode: Retry loads it.</source>
      <translation>لا يُحمَّل نموذج في الوضع الآمن: «إعادة المحاولة» تحمّله.</translation>
    </message>
    <message>
      <source>No model is loaded.</source>
      <translation>لا نموذج محمّل.</translation>
    </message>
    <message>
      <source>No model is on this computer yet</source>
      <translation>لا يوجد نموذج على هذا الحاسوب بعد</translation>
    </message>
    <message>
      <source>No model is on this computer yet. Get one under “Get more”, or choose a folder or file of yours.</source>
      <translation>لا يوجد نموذج على هذا الحاسوب بعد. احصل على نموذج من «الحصول على المزيد»، أو اختر مجلدًا أو ملفًا لك.</translation>
    </message>
    <message>
      <source>No model yet</source>
      <translation>لا نموذج بعد</translation>
    </message>
    <message>
      <source>No other plugin is installed.</source>
      <translation>لا توجد إضافة أخرى مثبّتة.</translation>
    </message>
    <message>
      <source>No plugin is installed.</source>
      <translation>لا توجد إضافة مثبّتة.</translation>
    </message>
    <message>
      <source>No speculator is installed.</source>
      <translation>لا يوجد مخمّن مثبّت.</translation>
    </message>
    <message>
      <source>No token is set.</source>
      <translation>لم يُضبط رمز وصول.</translation>
    </message>
    <message>
      <source>None chosen</source>
      <translation>لم يُختر أي قالب</translation>
    </message>
    <message>
      <source>None was found</source>
      <translation>لم يُعثر على شيء</translation>
    </message>
    <message>
      <source>None: the model's own instructions hold</source>
      <translation>لا شيء: تسري تعليمات النموذج نفسه</translation>
    </message>
    <message>
      <source>Not Enough Memory</source>
      <translation>الذاكرة لا تكفي</translation>
    </message>
    <message>
      <source>Not checked: {reason}</source>
      <translation>لم يتم التحقق: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>Not complete</source>
      <translation>غير مكتمل</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>ليس الآن</translation>
    </message>
    <message>
      <source>Not with this model</source>
      <translation>ليس مع هذا النموذج</translation>
    </message>
    <message>
      <source>Nothing could be imported from {name}: {problem}</source>
      <translation>تعذّر استيراد أي شيء من ⁨{name}⁩: ⁨{problem}⁩</translation>
    </message>
    <message>
      <source>Nothing could be offered here: choose another model.</source>
      <translation>لم يوجد ما يُقترح هنا: اختر نموذجًا آخر.</translation>
    </message>
    <message>
      <source>Nothing fits “{words}”.</source>
      <translation>لا شيء يطابق «⁨{words}⁩».</translation>
    </message>
    <message>
      <source>Nothing found for “{words}”.</source>
      <translation>لم يُعثر على شيء لـ«⁨{words}⁩».</translation>
    </message>
    <message>
      <source>Nothing of it is kept, and nobody learns from it. It ends when you open another chat.</source>
      <translation>لا يُحفظ شيء منها، ولا يتعلم منها أحد. وتنتهي حين تفتح محادثة أخرى.</translation>
    </message>
    <message>
      <source>Nothing of this chat is kept, and no speculator learns from it</source>
      <translation>لا يُحفظ شيء من هذه المحادثة، ولا يتعلم منها أي مخمّن</translation>
    </message>
    <message>
      <source>Nothing was found for “{query}”. Try fewer or other words.</source>
      <translation>لم يُعثر على شيء لـ«⁨{query}⁩». جرّب كلمات أقل أو كلمات أخرى.</translation>
    </message>
    <message>
      <source>Nothing would change.</source>
      <translation>لن يتغيّر شيء.</translation>
    </message>
    <message>
      <source>Now: {value} tokens/s</source>
      <translation>الآن: {value} رمز/ث</translation>
    </message>
    <message>
      <source>Number format of the weights; auto takes what runs fastest here. int8 and int4 take less memory and change the model's answers a little.</source>
      <translation>صيغة أعداد الأوزان؛ والوضع التلقائي يأخذ الأسرع هنا. int8 وint4 يحتاجان إلى ذاكرة أقل ويغيّران إجابات النموذج قليلًا.</translation>
    </message>
    <message>
      <source>Of these already in the cache</source>
      <translation>منها في الذاكرة المؤقتة</translation>
    </message>
    <message>
      <source>Of these plain</source>
      <translation>العادية منها</translation>
    </message>
    <message>
      <source>Of this in passes</source>
      <translation>منها في التمريرات</translation>
    </message>
    <message>
      <source>Of this thinking</source>
      <translation>منها للتفكير</translation>
    </message>
    <message>
      <source>Of unknown size</source>
      <translation>مجهول الحجم</translation>
    </message>
    <message>
      <source>Off</source>
      <translation>متوقف</translation>
    </message>
    <message>
      <source>Off: only wheels are taken, which are unpacked and not run. On: where there is no wheel, code of the plugin runs on this computer before it is installed.</source>
      <translation>متوقف: لا تُقبل إلا ملفات wheel، التي تُفكّ ولا تُشغَّل. مشغّل: حيث لا يوجد wheel، تعمل شيفرة الإضافة على هذا الحاسوب قبل تثبيتها.</translation>
    </message>
    <message>
      <source>Off: {why}</source>
      <translation>غير متاح: ⁨{why}⁩</translation>
    </message>
    <message>
      <source>Offers no speculator</source>
      <translation>لا تقدّم أي مخمّن</translation>
    </message>
    <message numerus="yes">
      <source>Offers the speculators {names}</source>
      <extracomment>One: Offers the speculator {names}</extracomment>
      <translation>
        <numerusform>تقدّم المخمّنات ⁨{names}⁩</numerusform>
        <numerusform>تقدّم المخمّن ⁨{names}⁩</numerusform>
        <numerusform>تقدّم المخمّنين ⁨{names}⁩</numerusform>
        <numerusform>تقدّم المخمّنات ⁨{names}⁩</numerusform>
        <numerusform>تقدّم المخمّنات ⁨{names}⁩</numerusform>
        <numerusform>تقدّم المخمّنات ⁨{names}⁩</numerusform>
      </translation>
    </message>
    <message>
      <source>Offline</source>
      <translation>دون اتصال</translation>
    </message>
    <message>
      <source>Offline is on: nothing is asked of the network. Switch it off under Network to search.</source>
      <translation>وضع عدم الاتصال مفعّل: لا يُطلب شيء من الشبكة. أوقفه في قسم الشبكة لتبحث.</translation>
    </message>
    <message>
      <source>On disk</source>
      <translation>على القرص</translation>
    </message>
    <message>
      <source>On this computer</source>
      <translation>على هذا الحاسوب</translation>
    </message>
    <message>
      <source>One a core</source>
      <translation>واحد لكل نواة</translation>
    </message>
    <message>
      <source>Only for this chat</source>
      <translation>لهذه المحادثة فقط</translation>
    </message>
    <message>
      <source>Only just fits: takes {needed} of {free} free on {place}</source>
      <translation>يتّسع بالكاد: يحتاج إلى {needed} من {free} متاحة على ⁨{place}⁩</translation>
    </message>
    <message>
      <source>Open Link</source>
      <translation>فتح الرابط</translation>
    </message>
    <message>
      <source>Open folder</source>
      <translation>فتح المجلد</translation>
    </message>
    <message>
      <source>Open in Browser</source>
      <translation>فتح في المتصفح</translation>
    </message>
    <message>
      <source>Open in every part, thinks when asked to, six European languages.</source>
      <translation>مفتوح في كل أجزائه، يفكر عند الطلب، ست لغات أوروبية.</translation>
    </message>
    <message>
      <source>Open or close the folder</source>
      <translation>فتح المجلد أو إغلاقه</translation>
    </message>
    <message>
      <source>Open the chat, or fold the folder</source>
      <translation>فتح المحادثة أو طيّ المجلد</translation>
    </message>
    <message>
      <source>Open the folder of: {what}</source>
      <translation>فتح المجلد: {what}</translation>
    </message>
    <message>
      <source>Open the folder with your chats and settings</source>
      <translation>فتح المجلد الذي فيه محادثاتك وإعداداتك</translation>
    </message>
    <message>
      <source>Open what was found</source>
      <translation>فتح النتيجة</translation>
    </message>
    <message>
      <source>Options</source>
      <translation>الخيارات</translation>
    </message>
    <message>
      <source>Options and status</source>
      <translation>الخيارات والحالة</translation>
    </message>
    <message>
      <source>Own switches for this assistant</source>
      <translation>مفاتيح خاصة بهذا المساعد</translation>
    </message>
    <message>
      <source>Own switches for this chat</source>
      <translation>مفاتيح خاصة بهذه المحادثة</translation>
    </message>
    <message>
      <source>P&amp;in</source>
      <translation>&amp;تثبيت</translation>
    </message>
    <message>
      <source>Pace, passes and speculators beside the chat</source>
      <translation>السرعة والتمريرات والمخمّنات بجانب المحادثة</translation>
    </message>
    <message>
      <source>Package</source>
      <translation>الحزمة</translation>
    </message>
    <message>
      <source>Packages</source>
      <translation>الحزم</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>الصفحات</translation>
    </message>
    <message>
      <source>Pages for reading and printing.</source>
      <translation>صفحات للقراءة والطباعة.</translation>
    </message>
    <message>
      <source>Passes</source>
      <translation>التمريرات</translation>
    </message>
    <message>
      <source>Paste as text</source>
      <translation>لصق كنص</translation>
    </message>
    <message>
      <source>Paste as text, however long</source>
      <translation>لصق كنص مهما كان طوله</translation>
    </message>
    <message>
      <source>Pasted text.txt</source>
      <translation>نص ملصق.txt</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>إيقاف مؤقت</translation>
    </message>
    <message>
      <source>Pause the download of {name}</source>
      <translation>إيقاف تنزيل ⁨{name}⁩ مؤقتًا</translation>
    </message>
    <message>
      <source>Paused</source>
      <translation>متوقف مؤقتًا</translation>
    </message>
    <message>
      <source>Pictures can't be attached: the model reads text only.</source>
      <translation>لا يمكن إرفاق الصور: النموذج يقرأ النصوص فقط.</translation>
    </message>
    <message>
      <source>Pinned</source>
      <translation>المثبّتة</translation>
    </message>
    <message>
      <source>Plain because {reason}: {count}</source>
      <translation>عادية بسبب ⁨{reason}⁩: {count}</translation>
    </message>
    <message>
      <source>Plain text: User: and Assistant:</source>
      <translation>نص عادي: User: وAssistant:</translation>
    </message>
    <message>
      <source>Plugin to install</source>
      <translation>الإضافة المراد تثبيتها</translation>
    </message>
    <message>
      <source>Plugins</source>
      <translation>الإضافات</translation>
    </message>
    <message>
      <source>Plugins (*.whl *.tar.gz *.zip);;All files (*)</source>
      <translation>إضافات (*.whl *.tar.gz *.zip);;كل الملفات (*)</translation>
    </message>
    <message>
      <source>Precision</source>
      <translation>الدقة</translation>
    </message>
    <message>
      <source>Presence penalty</source>
      <translation>عقوبة الحضور</translation>
    </message>
    <message>
      <source>Previous 30 days</source>
      <translation>آخر 30 يومًا</translation>
    </message>
    <message>
      <source>Previous 7 days</source>
      <translation>آخر 7 أيام</translation>
    </message>
    <message>
      <source>Previous version</source>
      <translation>النسخة السابقة</translation>
    </message>
    <message>
      <source>Print…</source>
      <translation>طباعة…</translation>
    </message>
    <message>
      <source>Processor threads for the model; 0 takes one a core.</source>
      <translation>خيوط المعالج للنموذج؛ 0 يأخذ خيطًا لكل نواة.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>التقدّم</translation>
    </message>
    <message>
      <source>Progress of {name}</source>
      <translation>تقدّم ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Prompt</source>
      <translation>الموجّه</translation>
    </message>
    <message>
      <source>Proxy</source>
      <translation>الوكيل</translation>
    </message>
    <message>
      <source>Put it into the message itself (Ctrl+Shift+V does so at once)</source>
      <translation>وضعه في الرسالة نفسها (Ctrl+Shift+V يفعل ذلك فورًا)</translation>
    </message>
    <message>
      <source>Quarantined</source>
      <translation>معزول</translation>
    </message>
    <message>
      <source>Quit Now</source>
      <translation>إنهاء الآن</translation>
    </message>
    <message>
      <source>Readable text; every message's source as it is, byte for byte.</source>
      <translation>نص مقروء؛ مصدر كل رسالة كما هو، بايتًا ببايت.</translation>
    </message>
    <message>
      <source>Reading the earlier chat {done:,} / {total:,}</source>
      <translation>جارٍ قراءة المحادثة السابقة {done:,} / {total:,}</translation>
    </message>
    <message>
      <source>Reading the prompt</source>
      <translation>قراءة الموجّه</translation>
    </message>
    <message>
      <source>Reading the prompt {done:,} / {total:,}</source>
      <translation>جارٍ قراءة الموجّه {done:,} / {total:,}</translation>
    </message>
    <message>
      <source>Reading what is installed…</source>
      <translation>جارٍ قراءة ما هو مثبّت…</translation>
    </message>
    <message>
      <source>Reading what is known of it…</source>
      <translation>جارٍ قراءة ما هو معروف عنه…</translation>
    </message>
    <message>
      <source>Reads long texts; drafts for the bigger Llama models. Its terms have to be accepted on the hub.</source>
      <translation>يقرأ النصوص الطويلة؛ يكتب المسودات لنماذج Llama الأكبر. يجب قبول شروطه على المستودع.</translation>
    </message>
    <message>
      <source>Recommended</source>
      <translation>مستحسن</translation>
    </message>
    <message>
      <source>Remember for all chats</source>
      <translation>تذكّر ذلك لكل المحادثات</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>إزالة</translation>
    </message>
    <message>
      <source>Remove Model</source>
      <translation>إزالة النموذج</translation>
    </message>
    <message>
      <source>Remove Plugin</source>
      <translation>إزالة الإضافة</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>إزالة ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Remove {name} (Delete)</source>
      <translation>إزالة ⁨{name}⁩ (Delete)</translation>
    </message>
    <message>
      <source>Remove {name}?</source>
      <translation>إزالة ⁨{name}⁩؟</translation>
    </message>
    <message>
      <source>Remove…</source>
      <translation>إزالة…</translation>
    </message>
    <message>
      <source>Rename this chat</source>
      <translation>إعادة تسمية هذه المحادثة</translation>
    </message>
    <message>
      <source>Repetition penalty</source>
      <translation>عقوبة التكرار</translation>
    </message>
    <message>
      <source>Replace</source>
      <translation>استبدال</translation>
    </message>
    <message>
      <source>Replace it by that of the file, keep both, or leave that of the file out?</source>
      <translation>هل تريد استبداله بالذي في الملف، أم الإبقاء على الاثنين، أم ترك الذي في الملف؟</translation>
    </message>
    <message>
      <source>Replies</source>
      <translation>الردود</translation>
    </message>
    <message>
      <source>Reply</source>
      <translation>الردّ</translation>
    </message>
    <message>
      <source>Reply De&amp;tails…</source>
      <translation>تفا&amp;صيل الردّ…</translation>
    </message>
    <message>
      <source>Reply Details</source>
      <translation>تفاصيل الردّ</translation>
    </message>
    <message>
      <source>Reply Details…</source>
      <translation>تفاصيل الردّ…</translation>
    </message>
    <message>
      <source>Reply complete: {ending}</source>
      <translation>اكتمل الردّ: {ending}</translation>
    </message>
    <message>
      <source>Requires</source>
      <translation>تتطلب</translation>
    </message>
    <message>
      <source>Reset all options</source>
      <translation>إعادة ضبط كل الخيارات</translation>
    </message>
    <message>
      <source>Restore a Backup</source>
      <translation>استعادة نسخة احتياطية</translation>
    </message>
    <message>
      <source>Restore at Next Start</source>
      <translation>استعادة عند البدء التالي</translation>
    </message>
    <message>
      <source>Restore the backup of {time}?</source>
      <translation>استعادة النسخة الاحتياطية من {time}؟</translation>
    </message>
    <message>
      <source>Resume</source>
      <translation>استئناف</translation>
    </message>
    <message>
      <source>Resume download</source>
      <translation>استئناف التنزيل</translation>
    </message>
    <message>
      <source>Resume the download of {name}</source>
      <translation>استئناف تنزيل ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Retry</source>
      <translation>إعادة المحاولة</translation>
    </message>
    <message>
      <source>Room for prompt and reply together, in tokens; the model may allow less. More takes memory.</source>
      <translation>المكان المتاح للموجّه والردّ معًا، بالرموز؛ وقد يسمح النموذج بأقل. الأكثر يأخذ ذاكرة أكبر.</translation>
    </message>
    <message>
      <source>S&amp;ettings…</source>
      <translation>&amp;الإعدادات…</translation>
    </message>
    <message>
      <source>S&amp;peculators</source>
      <translation>الم&amp;خمّنات</translation>
    </message>
    <message>
      <source>Sampling</source>
      <translation>الاختيار العشوائي</translation>
    </message>
    <message>
      <source>Save &amp;&amp; send</source>
      <translation>حفظ وإرسال</translation>
    </message>
    <message>
      <source>Save and send</source>
      <translation>حفظ وإرسال</translation>
    </message>
    <message>
      <source>Save changes</source>
      <translation>حفظ التغييرات</translation>
    </message>
    <message>
      <source>Saved</source>
      <translation>ما تم توفيره</translation>
    </message>
    <message>
      <source>Saved so far: neither saved nor cost anything in this chat</source>
      <translation>ما تم توفيره: لا توفير ولا كلفة في هذه المحادثة</translation>
    </message>
    <message>
      <source>Saved so far: nothing measured yet</source>
      <translation>ما تم توفيره: لم يُقَس شيء بعد</translation>
    </message>
    <message>
      <source>Saved so far: {time} in this chat</source>
      <translation>ما تم توفيره: {time} في هذه المحادثة</translation>
    </message>
    <message>
      <source>Saved: {time} of the {plain} that plain decoding takes here</source>
      <translation>توفّر {time} من {plain} يستغرقها التوليد العادي هنا</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>بحث</translation>
    </message>
    <message>
      <source>Search chats</source>
      <translation>البحث في المحادثات</translation>
    </message>
    <message>
      <source>Search commands and keys</source>
      <translation>البحث في الأوامر والمفاتيح</translation>
    </message>
    <message>
      <source>Search for models on Hugging Face</source>
      <translation>البحث عن نماذج في Hugging Face</translation>
    </message>
    <message>
      <source>Search on Hugging Face: a name, or who made it</source>
      <translation>البحث في Hugging Face: اسم، أو من صنعه</translation>
    </message>
    <message>
      <source>Search titles and messages</source>
      <translation>البحث في العناوين والرسائل</translation>
    </message>
    <message>
      <source>Search titles and messages (Ctrl+F)</source>
      <translation>البحث في العناوين والرسائل (Ctrl+F)</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>البذرة</translation>
    </message>
    <message>
      <source>Seed {seed}</source>
      <translation>البذرة {seed}</translation>
    </message>
    <message>
      <source>Seed: {seed}</source>
      <translation>البذرة: {seed}</translation>
    </message>
    <message>
      <source>Select All</source>
      <translation>تحديد الكل</translation>
    </message>
    <message>
      <source>Send</source>
      <translation>إرسال</translation>
    </message>
    <message>
      <source>Send (Ctrl+Enter)</source>
      <translation>إرسال (Ctrl+Enter)</translation>
    </message>
    <message>
      <source>Send (Enter)</source>
      <translation>إرسال (Enter)</translation>
    </message>
    <message>
      <source>Send, or break the line, as set</source>
      <translation>إرسال، أو سطر جديد، حسب الإعداد</translation>
    </message>
    <message>
      <source>Sends the message</source>
      <translation>يرسل الرسالة</translation>
    </message>
    <message>
      <source>Set by the assistant {name}. A change here holds for this chat only.</source>
      <translation>ضبطها المساعد ⁨{name}⁩. أي تغيير هنا يسري على هذه المحادثة فقط.</translation>
    </message>
    <message>
      <source>Setting</source>
      <translation>إعداد</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>الإعدادات</translation>
    </message>
    <message>
      <source>Settings (Ctrl+,)</source>
      <translation>الإعدادات (Ctrl+,)</translation>
    </message>
    <message>
      <source>Settings page</source>
      <translation>صفحة إعدادات</translation>
    </message>
    <message>
      <source>Settings › {heading}</source>
      <translation>الإعدادات › {heading}</translation>
    </message>
    <message>
      <source>Several GPUs together</source>
      <translation>عدة معالجات رسوم معًا</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>إظهار</translation>
    </message>
    <message>
      <source>Show &amp;Dropped Drafts</source>
      <translation>إظهار المسودات الم&amp;سقطة</translation>
    </message>
    <message>
      <source>Show details</source>
      <translation>إظهار التفاصيل</translation>
    </message>
    <message>
      <source>Show details of {what}</source>
      <translation>إظهار تفاصيل ⁨{what}⁩</translation>
    </message>
    <message>
      <source>Show dropped drafts</source>
      <translation>إظهار المسودات المسقطة</translation>
    </message>
    <message>
      <source>Show in Folder</source>
      <translation>إظهار في المجلد</translation>
    </message>
    <message>
      <source>Show more</source>
      <translation>عرض المزيد</translation>
    </message>
    <message>
      <source>Show or hide the chat's options</source>
      <translation>إظهار خيارات المحادثة أو إخفاؤها</translation>
    </message>
    <message>
      <source>Show or hide the conversations</source>
      <translation>إظهار المحادثات أو إخفاؤها</translation>
    </message>
    <message>
      <source>Show or hide the live panel</source>
      <translation>إظهار اللوحة الحيّة أو إخفاؤها</translation>
    </message>
    <message>
      <source>Show pace, passes and speculators beside the chat.</source>
      <translation>إظهار السرعة والتمريرات والمخمّنات بجانب المحادثة.</translation>
    </message>
    <message>
      <source>Show speculators</source>
      <translation>إظهار المخمّنات</translation>
    </message>
    <message>
      <source>Show the chat template</source>
      <translation>إظهار قالب المحادثة</translation>
    </message>
    <message>
      <source>Show what the model thought</source>
      <translation>إظهار ما فكّر فيه النموذج</translation>
    </message>
    <message>
      <source>Show where it differs</source>
      <translation>إظهار موضع الاختلاف</translation>
    </message>
    <message>
      <source>Size</source>
      <translation>الحجم</translation>
    </message>
    <message>
      <source>Size of all text and controls, in percent.</source>
      <translation>حجم كل النصوص وعناصر التحكم، بالنسبة المئوية.</translation>
    </message>
    <message>
      <source>Small and quick; clearly better than the starter model.</source>
      <translation>صغير وسريع؛ أفضل بوضوح من نموذج البداية.</translation>
    </message>
    <message>
      <source>Smaller context ({n:,} tokens) and continue</source>
      <translation>سياق أصغر ({n:,} رمز) ومتابعة</translation>
    </message>
    <message>
      <source>Smaller context ({n:,} tokens) and retry</source>
      <translation>سياق أصغر ({n:,} رمز) وإعادة المحاولة</translation>
    </message>
    <message>
      <source>Solid: this reply. Dashed: plain, that is without drafts, as measured. Across: seconds.</source>
      <translation>الخط المتصل: هذا الردّ. الخط المتقطع: التوليد العادي، أي دون مسودات، كما قيس. أفقيًا: الثواني.</translation>
    </message>
    <message>
      <source>Some models ask for a registration on Hugging Face; an access token shows that you have one. It is kept in this computer's keyring, never in a file, and is sent to Hugging Face alone.</source>
      <translation>تطلب بعض النماذج التسجيل في Hugging Face؛ ورمز الوصول يثبت أنك مسجّل. يُحفظ في حلقة مفاتيح هذا الحاسوب، ولا يُحفظ في ملف أبدًا، ولا يُرسل إلا إلى Hugging Face.</translation>
    </message>
    <message>
      <source>Speculation &amp;Lens</source>
      <translation>&amp;عدسة التخمين</translation>
    </message>
    <message>
      <source>Speculation lens</source>
      <translation>عدسة التخمين</translation>
    </message>
    <message>
      <source>Speculation, shown</source>
      <translation>عرض التخمين</translation>
    </message>
    <message>
      <source>Speculators</source>
      <translation>المخمّنات</translation>
    </message>
    <message>
      <source>Speculators and lens</source>
      <translation>المخمّنات والعدسة</translation>
    </message>
    <message>
      <source>Speculators' data</source>
      <translation>بيانات المخمّنات</translation>
    </message>
    <message>
      <source>Start</source>
      <translation>بدء</translation>
    </message>
    <message>
      <source>Starter model</source>
      <translation>نموذج البداية</translation>
    </message>
    <message>
      <source>Starting</source>
      <translation>جارٍ البدء</translation>
    </message>
    <message>
      <source>Starting the engine</source>
      <translation>جارٍ تشغيل المحرك</translation>
    </message>
    <message>
      <source>Statistics under each reply</source>
      <translation>إحصاءات تحت كل ردّ</translation>
    </message>
    <message>
      <source>Status</source>
      <translation>الحالة</translation>
    </message>
    <message>
      <source>Still starting</source>
      <translation>ما زال يبدأ</translation>
    </message>
    <message>
      <source>Still starting: it {doing}</source>
      <translation>ما زال يبدأ: ⁨{doing}⁩</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>Stop (Esc)</source>
      <translation>إيقاف (Esc)</translation>
    </message>
    <message>
      <source>Stop Using This Seed</source>
      <translation>التوقف عن استخدام هذه البذرة</translation>
    </message>
    <message>
      <source>Stop and change</source>
      <translation>إيقاف وتغيير</translation>
    </message>
    <message>
      <source>Stop loading</source>
      <translation>إيقاف التحميل</translation>
    </message>
    <message>
      <source>Stop loading the model</source>
      <translation>إيقاف تحميل النموذج</translation>
    </message>
    <message>
      <source>Stop, and say so</source>
      <translation>التوقف، وقول ذلك</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>جارٍ الإيقاف…</translation>
    </message>
    <message>
      <source>Strong all-rounder; for a graphics card of 24 GB, or 16 GB in int8.</source>
      <translation>قوي ومتعدد الاستعمالات؛ لبطاقة رسوميات بسعة 24 غ.ب، أو 16 غ.ب مع int8.</translation>
    </message>
    <message>
      <source>Strong at reasoning in English.</source>
      <translation>قوي في الاستدلال بالإنجليزية.</translation>
    </message>
    <message>
      <source>Summing up the earlier chat</source>
      <translation>جارٍ تلخيص المحادثة السابقة</translation>
    </message>
    <message>
      <source>System</source>
      <translation>النظام</translation>
    </message>
    <message>
      <source>System prompt</source>
      <translation>موجّه النظام</translation>
    </message>
    <message>
      <source>Take off</source>
      <translation>إخراج</translation>
    </message>
    <message>
      <source>Take the folder {folder} off the list</source>
      <translation>إخراج المجلد ⁨{folder}⁩ من القائمة</translation>
    </message>
    <message>
      <source>Temperature</source>
      <translation>الحرارة</translation>
    </message>
    <message>
      <source>Temporary</source>
      <translation>مؤقتة</translation>
    </message>
    <message>
      <source>Temporary chat</source>
      <translation>محادثة مؤقتة</translation>
    </message>
    <message>
      <source>Temporary chat: nothing of it is kept (Ctrl+Shift+N)</source>
      <translation>محادثة مؤقتة: لا يُحفظ شيء منها (Ctrl+Shift+N)</translation>
    </message>
    <message>
      <source>Testing exactness</source>
      <translation>جارٍ اختبار الدقة التامة</translation>
    </message>
    <message>
      <source>The PDF can't be written: check the disk and the folder's rights.</source>
      <translation>لا يمكن كتابة ملف PDF: تحقق من القرص ومن صلاحيات المجلد.</translation>
    </message>
    <message>
      <source>The PDF can't be written: the disk may be full.</source>
      <translation>لا يمكن كتابة ملف PDF: قد يكون القرص ممتلئًا.</translation>
    </message>
    <message>
      <source>The assistant</source>
      <translation>المساعد</translation>
    </message>
    <message>
      <source>The backup could not be restored ({error}). Nothing was changed.</source>
      <translation>تعذّرت استعادة النسخة الاحتياطية (⁨{error}⁩). لم يتغيّر شيء.</translation>
    </message>
    <message>
      <source>The backup could not be restored ({reason}), and neither could your chats be put back: they lie in {aside}. Close Foreword and move them to {folder}</source>
      <translation>تعذّرت استعادة النسخة الاحتياطية (⁨{reason}⁩)، وتعذّرت كذلك إعادة محادثاتك إلى مكانها: هي في ⁨{aside}⁩. أغلق Foreword وانقلها إلى ⁨{folder}⁩</translation>
    </message>
    <message>
      <source>The backup could not be restored ({reason}), so everything is as it was.</source>
      <translation>تعذّرت استعادة النسخة الاحتياطية (⁨{reason}⁩)، فبقي كل شيء كما هو.</translation>
    </message>
    <message>
      <source>The backup is ready: start Foreword again.</source>
      <translation>النسخة الاحتياطية جاهزة: شغّل Foreword من جديد.</translation>
    </message>
    <message>
      <source>The backup is whole.</source>
      <translation>النسخة الاحتياطية سليمة.</translation>
    </message>
    <message>
      <source>The backup was restored. What was here before lies in {aside}</source>
      <translation>تمت استعادة النسخة الاحتياطية. ما كان هنا من قبل موجود في ⁨{aside}⁩</translation>
    </message>
    <message>
      <source>The best answers below 10 GB; answers at once, without thinking aloud.</source>
      <translation>أفضل الإجابات دون 10 غ.ب؛ يجيب فورًا، من غير تفكير معلن.</translation>
    </message>
    <message>
      <source>The best here; for 80 GB of memory, 48 GB in int8, a 24 GB card in int4.</source>
      <translation>أفضل ما هنا؛ لذاكرة بسعة 80 غ.ب، أو 48 غ.ب مع int8، أو بطاقة بسعة 24 غ.ب مع int4.</translation>
    </message>
    <message>
      <source>The biggest of its family here; answers at once.</source>
      <translation>الأكبر في عائلته هنا؛ يجيب فورًا.</translation>
    </message>
    <message>
      <source>The change holds until you quit; it could not be saved ({reason}).</source>
      <translation>يسري التغيير حتى تُنهي التطبيق؛ تعذّر حفظه (⁨{reason}⁩).</translation>
    </message>
    <message>
      <source>The change holds until you quit; it could not be saved ({why}).</source>
      <translation>يسري التغيير حتى تُنهي التطبيق؛ تعذّر حفظه (⁨{why}⁩).</translation>
    </message>
    <message>
      <source>The chat takes what its assistant sets, from the next reply on</source>
      <translation>تأخذ المحادثة ما يضبطه مساعدها، ابتداءً من الردّ التالي</translation>
    </message>
    <message>
      <source>The chat that was open last.</source>
      <translation>آخر محادثة كانت مفتوحة.</translation>
    </message>
    <message>
      <source>The chats are open read-only, so nothing can be imported.</source>
      <translation>المحادثات مفتوحة للقراءة فقط، فلا يمكن استيراد شيء.</translation>
    </message>
    <message>
      <source>The chats in it stay; you will find them by their dates.</source>
      <translation>تبقى المحادثات التي فيه، وستجدها حسب تواريخها.</translation>
    </message>
    <message>
      <source>The choice of the model could not be saved: {reason}</source>
      <translation>تعذّر حفظ اختيار النموذج: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>The context can't be made smaller: take a smaller model.</source>
      <translation>لا يمكن تصغير السياق أكثر: اختر نموذجًا أصغر.</translation>
    </message>
    <message>
      <source>The context is full</source>
      <translation>السياق ممتلئ</translation>
    </message>
    <message>
      <source>The context is full.</source>
      <translation>السياق ممتلئ.</translation>
    </message>
    <message>
      <source>The curves can't be drawn: install pyqtgraph ({reason}).</source>
      <translation>لا يمكن رسم المنحنيات: ثبّت pyqtgraph (⁨{reason}⁩).</translation>
    </message>
    <message>
      <source>The disk has too little room: free {needed:,} MB, then try again.</source>
      <translation>المساحة على القرص لا تكفي: حرّر {needed:,} ميغابايت ثم حاول مجددًا.</translation>
    </message>
    <message>
      <source>The disk is full: free some space, then try again.</source>
      <translation>القرص ممتلئ: حرّر بعض المساحة ثم حاول مجددًا.</translation>
    </message>
    <message>
      <source>The file could not be read ({reason}): {path}</source>
      <translation>تعذّرت قراءة الملف (⁨{reason}⁩): ⁨{path}⁩</translation>
    </message>
    <message>
      <source>The file could not be written ({reason}): {path}</source>
      <translation>تعذّرت كتابة الملف (⁨{reason}⁩): ⁨{path}⁩</translation>
    </message>
    <message>
      <source>The file ends too early: it was cut off.</source>
      <translation>ينتهي الملف مبكرًا: لقد قُطع.</translation>
    </message>
    <message>
      <source>The file is broken near character {place:,}{reason}.</source>
      <translation>الملف معطوب قرب الحرف {place:,}⁨{reason}⁩.</translation>
    </message>
    <message>
      <source>The file is not text in UTF-8.</source>
      <translation>الملف ليس نصًا بترميز UTF-8.</translation>
    </message>
    <message>
      <source>The folder and what is in it stay as they are</source>
      <translation>يبقى المجلد وما فيه كما هما</translation>
    </message>
    <message>
      <source>The folders were not kept: {reason}</source>
      <translation>لم تُحفظ المجلدات: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>The last reply is complete: there is nothing to continue.</source>
      <translation>آخر ردّ مكتمل: لا شيء للمتابعة.</translation>
    </message>
    <message>
      <source>The long text that you pasted is attached as a file.</source>
      <translation>النص الطويل الذي لصقته مرفق كملف.</translation>
    </message>
    <message>
      <source>The longest reply, in tokens.</source>
      <translation>أطول ردّ، بالرموز.</translation>
    </message>
    <message>
      <source>The model is reading. Figures follow as soon as it writes.</source>
      <translation>النموذج يقرأ. تظهر الأرقام حالما يكتب.</translation>
    </message>
    <message>
      <source>The model runs on this computer. What you write stays here.</source>
      <translation>يعمل النموذج على هذا الحاسوب. وما تكتبه يبقى هنا.</translation>
    </message>
    <message>
      <source>The model sums this chat up first</source>
      <translation>يلخّص النموذج هذه المحادثة أولًا</translation>
    </message>
    <message>
      <source>The model was unloaded: the next message loads it again.</source>
      <translation>تم تفريغ النموذج: الرسالة التالية تحمّله من جديد.</translation>
    </message>
    <message>
      <source>The model's makers</source>
      <translation>صانعو النموذج</translation>
    </message>
    <message>
      <source>The reply broke off.</source>
      <translation>انقطع الردّ.</translation>
    </message>
    <message>
      <source>The reply can't be saved while it grows. {error}</source>
      <translation>لا يمكن حفظ الردّ أثناء كتابته. ⁨{error}⁩</translation>
    </message>
    <message>
      <source>The same in plain steps</source>
      <translation>نفسها بخطوات عادية</translation>
    </message>
    <message>
      <source>The same seed gives the same reply to the same question.</source>
      <translation>البذرة نفسها تعطي الردّ نفسه للسؤال نفسه.</translation>
    </message>
    <message>
      <source>The same seed gives the same reply to the same question; -1 takes a fresh one each time.</source>
      <translation>البذرة نفسها تعطي الردّ نفسه للسؤال نفسه؛ -1 يأخذ بذرة جديدة كل مرة.</translation>
    </message>
    <message>
      <source>The settings could not be saved ({reason}): {path}</source>
      <translation>تعذّر حفظ الإعدادات (⁨{reason}⁩): ⁨{path}⁩</translation>
    </message>
    <message>
      <source>The smaller context could not be kept: {reason}</source>
      <translation>تعذّر حفظ السياق الأصغر: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>The smallest that can think before it answers; drafts for the bigger Qwen3 models.</source>
      <translation>أصغر نموذج يستطيع التفكير قبل أن يجيب؛ يكتب المسودات لنماذج Qwen3 الأكبر.</translation>
    </message>
    <message>
      <source>The speculators are still starting.</source>
      <translation>المخمّنات ما زالت تبدأ.</translation>
    </message>
    <message>
      <source>The starter model's big sister, which can draft for it; English.</source>
      <translation>الأخ الأكبر لنموذج البداية، الذي يستطيع كتابة المسودات له؛ بالإنجليزية.</translation>
    </message>
    <message>
      <source>The starter model's own weights: the quickest there is, for short answers.</source>
      <translation>أوزان نموذج البداية نفسه: أسرع ما هناك، للإجابات القصيرة.</translation>
    </message>
    <message>
      <source>The system's</source>
      <translation>وكيل النظام</translation>
    </message>
    <message>
      <source>The time that the same tokens would have taken without drafts, by the plain steps measured on this computer, less the time that they took.</source>
      <translation>الوقت الذي كانت الرموز نفسها ستستغرقه دون مسودات، حسب الخطوات العادية المقيسة على هذا الحاسوب، ناقص الوقت الذي استغرقته.</translation>
    </message>
    <message>
      <source>The tokens of this reply were not kept.</source>
      <translation>لم تُحفظ رموز هذا الردّ.</translation>
    </message>
    <message>
      <source>The window's language, from the next start on; system follows this computer.</source>
      <translation>لغة النافذة، ابتداءً من التشغيل التالي؛ «النظام» يتبع هذا الحاسوب.</translation>
    </message>
    <message>
      <source>The {count} newest messages</source>
      <translation>أحدث الرسائل، وعددها {count}</translation>
    </message>
    <message numerus="yes">
      <source>The {n:,} oldest messages were left out for want of room</source>
      <extracomment>One: The oldest message was left out for want of room</extracomment>
      <translation>
        <numerusform>لم تُترك أي رسالة لضيق المكان</numerusform>
        <numerusform>تُركت أقدم رسالة لضيق المكان</numerusform>
        <numerusform>تُركت أقدم رسالتين لضيق المكان</numerusform>
        <numerusform>تُركت أقدم {n:,} رسائل لضيق المكان</numerusform>
        <numerusform>تُركت أقدم {n:,} رسالة لضيق المكان</numerusform>
        <numerusform>تُركت أقدم {n:,} رسالة لضيق المكان</numerusform>
      </translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>المظهر</translation>
    </message>
    <message>
      <source>There are no chats in {name}.</source>
      <translation>لا توجد محادثات في ⁨{name}⁩.</translation>
    </message>
    <message>
      <source>There are no chats to export yet.</source>
      <translation>لا توجد محادثات للتصدير بعد.</translation>
    </message>
    <message>
      <source>There are no chats to export.</source>
      <translation>لا توجد محادثات للتصدير.</translation>
    </message>
    <message>
      <source>There is an assistant called {name} already.</source>
      <translation>يوجد مساعد باسم ⁨{name}⁩ بالفعل.</translation>
    </message>
    <message>
      <source>There is an assistant called {name} already. Choose another name.</source>
      <translation>يوجد مساعد باسم ⁨{name}⁩ بالفعل. اختر اسمًا آخر.</translation>
    </message>
    <message>
      <source>There is no assistant yet. Make one here, or from a chat that does what you like: “New from this chat” in its options.</source>
      <translation>لا يوجد مساعد بعد. أنشئ واحدًا هنا، أو من محادثة تعجبك: «مساعد جديد من هذه المحادثة» في خياراتها.</translation>
    </message>
    <message>
      <source>There is no conversations.json in {name}.</source>
      <translation>لا يوجد conversations.json في ⁨{name}⁩.</translation>
    </message>
    <message>
      <source>There is no reply to check.</source>
      <translation>لا يوجد ردّ للتحقق منه.</translation>
    </message>
    <message>
      <source>There is no reply yet whose seed could be used again</source>
      <translation>لا يوجد ردّ بعد يمكن استخدام بذرته من جديد</translation>
    </message>
    <message>
      <source>There will be no reply: shorten the message, or begin a new chat.</source>
      <translation>لن يكون هناك ردّ: اختصر الرسالة، أو ابدأ محادثة جديدة.</translation>
    </message>
    <message>
      <source>These are not deleted: they are set aside in a folder of their own, with everything that you write until then.</source>
      <translation>لن تُحذف هذه: تُوضع جانبًا في مجلد خاص بها، مع كل ما تكتبه حتى ذلك الحين.</translation>
    </message>
    <message>
      <source>These switches hold for all chats.</source>
      <translation>تسري هذه المفاتيح على كل المحادثات.</translation>
    </message>
    <message>
      <source>These switches hold for this chat only; other chats keep theirs.</source>
      <translation>تسري هذه المفاتيح على هذه المحادثة فقط؛ وتحتفظ المحادثات الأخرى بمفاتيحها.</translation>
    </message>
    <message>
      <source>They stay in the chat; the model isn't told of them any more</source>
      <translation>تبقى في المحادثة، لكن النموذج لا يُطلَع عليها بعد الآن</translation>
    </message>
    <message>
      <source>Thinking</source>
      <translation>التفكير</translation>
    </message>
    <message>
      <source>Thinking was cut short</source>
      <translation>قُطع التفكير</translation>
    </message>
    <message>
      <source>Thinking…</source>
      <translation>يفكّر…</translation>
    </message>
    <message>
      <source>Thinks before it answers, in many languages; still quick on a processor.</source>
      <translation>يفكر قبل أن يجيب، بلغات كثيرة؛ ويبقى سريعًا على المعالج.</translation>
    </message>
    <message>
      <source>Thinks before it answers; for a graphics card of 24 GB, or 16 GB in int8.</source>
      <translation>يفكر قبل أن يجيب؛ لبطاقة رسوميات بسعة 24 غ.ب، أو 16 غ.ب مع int8.</translation>
    </message>
    <message>
      <source>Thinks before it answers; strong for its size.</source>
      <translation>يفكر قبل أن يجيب؛ قوي بالنسبة إلى حجمه.</translation>
    </message>
    <message>
      <source>Thinks long before it answers: mathematics, logic, planning.</source>
      <translation>يفكر طويلًا قبل أن يجيب: رياضيات ومنطق وتخطيط.</translation>
    </message>
    <message>
      <source>Thinks long, for arithmetic and puzzles; drafts for its bigger sisters.</source>
      <translation>يفكر طويلًا، للحساب والألغاز؛ يكتب المسودات لإخوته الأكبر.</translation>
    </message>
    <message>
      <source>This assistant</source>
      <translation>هذا المساعد</translation>
    </message>
    <message>
      <source>This assistant is no longer there.</source>
      <translation>لم يعد هذا المساعد موجودًا.</translation>
    </message>
    <message>
      <source>This backup is damaged: its manifest can't be read.</source>
      <translation>هذه النسخة الاحتياطية تالفة: لا يمكن قراءة بيان محتوياتها.</translation>
    </message>
    <message>
      <source>This backup is damaged: there are no chats in it.</source>
      <translation>هذه النسخة الاحتياطية تالفة: لا محادثات فيها.</translation>
    </message>
    <message>
      <source>This backup is damaged: {name} can't be read.</source>
      <translation>هذه النسخة الاحتياطية تالفة: لا يمكن قراءة ⁨{name}⁩.</translation>
    </message>
    <message>
      <source>This backup is damaged: {name} is not as it was saved.</source>
      <translation>هذه النسخة الاحتياطية تالفة: ⁨{name}⁩ ليس كما حُفظ.</translation>
    </message>
    <message>
      <source>This backup was made by a newer Foreword (version {version}): update Foreword, then try again.</source>
      <translation>أنشأ هذه النسخة الاحتياطية إصدار أحدث من Foreword (الإصدار ⁨{version}⁩): حدّث Foreword ثم حاول مجددًا.</translation>
    </message>
    <message>
      <source>This chat</source>
      <translation>هذه المحادثة</translation>
    </message>
    <message>
      <source>This chat can't be brought back any more.</source>
      <translation>لم يعد من الممكن استعادة هذه المحادثة.</translation>
    </message>
    <message>
      <source>This chat changes nothing of it.</source>
      <translation>لا تغيّر هذه المحادثة شيئًا منه.</translation>
    </message>
    <message numerus="yes">
      <source>This chat changes {n} options.</source>
      <extracomment>One: This chat changes {n} option.</extracomment>
      <translation>
        <numerusform>لا تغيّر هذه المحادثة أي خيار.</numerusform>
        <numerusform>تغيّر هذه المحادثة خيارًا واحدًا.</numerusform>
        <numerusform>تغيّر هذه المحادثة خيارين.</numerusform>
        <numerusform>تغيّر هذه المحادثة {n} خيارات.</numerusform>
        <numerusform>تغيّر هذه المحادثة {n} خيارًا.</numerusform>
        <numerusform>تغيّر هذه المحادثة {n} خيار.</numerusform>
      </translation>
    </message>
    <message>
      <source>This chat fills the model's context, so the reply was cut. What it says stays.</source>
      <translation>تملأ هذه المحادثة سياق النموذج، فقُطع الردّ. وما كُتب منه باقٍ.</translation>
    </message>
    <message>
      <source>This chat is no longer there.</source>
      <translation>لم تعد هذه المحادثة موجودة.</translation>
    </message>
    <message>
      <source>This chat no longer fits into the model's context, so there is no room for a reply.</source>
      <translation>لم تعد هذه المحادثة تتّسع في سياق النموذج، فلا مكان للردّ.</translation>
    </message>
    <message>
      <source>This chat sets nothing for itself any more</source>
      <translation>لم تعد هذه المحادثة تضبط شيئًا لنفسها</translation>
    </message>
    <message>
      <source>This chat sets nothing for itself: the assistant begins with Foreword's settings.</source>
      <translation>لا تضبط هذه المحادثة شيئًا لنفسها: يبدأ المساعد بإعدادات Foreword.</translation>
    </message>
    <message numerus="yes">
      <source>This chat sets {n} options for itself.</source>
      <extracomment>One: This chat sets {n} option for itself.</extracomment>
      <translation>
        <numerusform>لا تضبط هذه المحادثة أي خيار لنفسها.</numerusform>
        <numerusform>تضبط هذه المحادثة خيارًا واحدًا لنفسها.</numerusform>
        <numerusform>تضبط هذه المحادثة خيارين لنفسها.</numerusform>
        <numerusform>تضبط هذه المحادثة {n} خيارات لنفسها.</numerusform>
        <numerusform>تضبط هذه المحادثة {n} خيارًا لنفسها.</numerusform>
        <numerusform>تضبط هذه المحادثة {n} خيار لنفسها.</numerusform>
      </translation>
    </message>
    <message>
      <source>This chat uses no assistant</source>
      <translation>لا تستخدم هذه المحادثة مساعدًا</translation>
    </message>
    <message>
      <source>This chat uses no assistant. Choose one first, or make a new one.</source>
      <translation>لا تستخدم هذه المحادثة مساعدًا. اختر واحدًا أولًا، أو أنشئ مساعدًا جديدًا.</translation>
    </message>
    <message>
      <source>This chat: {count:,} tokens</source>
      <translation>هذه المحادثة، بالرموز: {count:,}</translation>
    </message>
    <message>
      <source>This chat: {seconds} s</source>
      <translation>هذه المحادثة: ⁦{seconds}⁩ ث</translation>
    </message>
    <message>
      <source>This chat: {title}</source>
      <translation>هذه المحادثة: ⁨{title}⁩</translation>
    </message>
    <message>
      <source>This file doesn't say which version of the format it has.</source>
      <translation>لا يذكر هذا الملف إصدار صيغته.</translation>
    </message>
    <message>
      <source>This file has no list of assistants.</source>
      <translation>ليس في هذا الملف قائمة مساعدين.</translation>
    </message>
    <message>
      <source>This file holds no assistants that Foreword has written.</source>
      <translation>لا يحوي هذا الملف مساعدين كتبهم Foreword.</translation>
    </message>
    <message>
      <source>This file holds no assistants: it isn't JSON.</source>
      <translation>لا يحوي هذا الملف مساعدين: ليس بصيغة JSON.</translation>
    </message>
    <message>
      <source>This file is too large to hold assistants.</source>
      <translation>هذا الملف أكبر من أن يحوي مساعدين.</translation>
    </message>
    <message>
      <source>This file was written by a newer Foreword. Update this one to import it.</source>
      <translation>كتب هذا الملف إصدار أحدث من Foreword. حدّث هذا الإصدار لاستيراده.</translation>
    </message>
    <message>
      <source>This is a backup: restore it instead.</source>
      <translation>هذه نسخة احتياطية: استعِدها بدلًا من استيرادها.</translation>
    </message>
    <message>
      <source>This is not a JSON file of chats.</source>
      <translation>هذا ليس ملف JSON لمحادثات.</translation>
    </message>
    <message>
      <source>This is not a backup of Foreword, or it is damaged.</source>
      <translation>هذه ليست نسخة احتياطية من Foreword، أو هي تالفة.</translation>
    </message>
    <message>
      <source>This is not a backup of Foreword.</source>
      <translation>هذه ليست نسخة احتياطية من Foreword.</translation>
    </message>
    <message>
      <source>This link leads to:</source>
      <translation>يؤدي هذا الرابط إلى:</translation>
    </message>
    <message>
      <source>This message alone has no room in the context: shorten it, or remove an attachment.</source>
      <translation>هذه الرسالة وحدها لا تتّسع في السياق: اختصرها، أو أزل مرفقًا.</translation>
    </message>
    <message>
      <source>This reply broke off: {reason}</source>
      <translation>انقطع هذا الردّ: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>This reply has no record of how it was asked for.</source>
      <translation>ليس لهذا الردّ سجل بكيفية طلبه.</translation>
    </message>
    <message>
      <source>This reply: {seconds} s</source>
      <translation>هذا الردّ: ⁦{seconds}⁩ ث</translation>
    </message>
    <message>
      <source>This was not kept: {error}</source>
      <translation>لم يُحفظ هذا: ⁨{error}⁩</translation>
    </message>
    <message>
      <source>Thought for a moment</source>
      <translation>فكّر لحظة</translation>
    </message>
    <message>
      <source>Thought for {minutes} min {seconds} s</source>
      <translation>فكّر مدة {minutes} د {seconds} ث</translation>
    </message>
    <message>
      <source>Thought for {seconds} s</source>
      <translation>فكّر مدة {seconds} ث</translation>
    </message>
    <message>
      <source>Thoughts</source>
      <translation>الأفكار</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>الخيوط</translation>
    </message>
    <message>
      <source>Tick a chat first</source>
      <translation>حدّد محادثة أولًا</translation>
    </message>
    <message>
      <source>Tint by source</source>
      <translation>تلوين حسب المصدر</translation>
    </message>
    <message>
      <source>Tint each piece of a reply by where it came from</source>
      <translation>تلوين كل جزء من الردّ حسب مصدره</translation>
    </message>
    <message>
      <source>Tint each piece of a reply by where it came from.</source>
      <translation>تلوين كل جزء من الردّ حسب مصدره.</translation>
    </message>
    <message>
      <source>Title of this chat</source>
      <translation>عنوان هذه المحادثة</translation>
    </message>
    <message>
      <source>Today</source>
      <translation>اليوم</translation>
    </message>
    <message>
      <source>Together: {size}</source>
      <translation>المجموع: {size}</translation>
    </message>
    <message>
      <source>Tokens per pass: {value} ({tokens} tokens in {passes} passes)</source>
      <translation>رمز لكل تمريرة: {value} (الرموز {tokens}، التمريرات {passes})</translation>
    </message>
    <message>
      <source>Tokens per second</source>
      <translation>الرموز في الثانية</translation>
    </message>
    <message>
      <source>Tokens that rounding could have turned: {count}</source>
      <translation>رموز كان التقريب قد يغيّرها: {count}</translation>
    </message>
    <message>
      <source>Too many by: {count:,}</source>
      <translation>الزيادة: {count:,}</translation>
    </message>
    <message>
      <source>Top-k</source>
      <translation>‏Top-k</translation>
    </message>
    <message>
      <source>Top-p</source>
      <translation>‏Top-p</translation>
    </message>
    <message>
      <source>Try Again</source>
      <translation>إعادة المحاولة</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>إعادة المحاولة</translation>
    </message>
    <message>
      <source>Try {name} again</source>
      <translation>تجربة ⁨{name}⁩ من جديد</translation>
    </message>
    <message>
      <source>Und&amp;o Delete</source>
      <translation>التراجع &amp;عن الحذف</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>تراجع</translation>
    </message>
    <message>
      <source>Unload</source>
      <translation>تفريغ</translation>
    </message>
    <message>
      <source>Unload when idle</source>
      <translation>التفريغ عند الخمول</translation>
    </message>
    <message numerus="yes">
      <source>Unloaded after {n} idle minutes: the next message loads the model again.</source>
      <extracomment>One: Unloaded after {n} idle minute: the next message loads the model again.</extracomment>
      <translation>
        <numerusform>تم التفريغ للخمول: الرسالة التالية تحمّل النموذج من جديد.</numerusform>
        <numerusform>تم التفريغ بعد دقيقة من الخمول: الرسالة التالية تحمّل النموذج من جديد.</numerusform>
        <numerusform>تم التفريغ بعد دقيقتين من الخمول: الرسالة التالية تحمّل النموذج من جديد.</numerusform>
        <numerusform>تم التفريغ بعد {n} دقائق من الخمول: الرسالة التالية تحمّل النموذج من جديد.</numerusform>
        <numerusform>تم التفريغ بعد {n} دقيقة من الخمول: الرسالة التالية تحمّل النموذج من جديد.</numerusform>
        <numerusform>تم التفريغ بعد {n} دقيقة من الخمول: الرسالة التالية تحمّل النموذج من جديد.</numerusform>
      </translation>
    </message>
    <message>
      <source>Unp&amp;in</source>
      <translation>إلغاء ال&amp;تثبيت</translation>
    </message>
    <message>
      <source>Unpacking the starter model</source>
      <translation>جارٍ فك ضغط نموذج البداية</translation>
    </message>
    <message>
      <source>Until then nothing changes. What is here now will lie in
{aside}</source>
      <translation>حتى ذلك الحين لا يتغيّر شيء. وما هو هنا الآن سيكون في
⁨{aside}⁩</translation>
    </message>
    <message>
      <source>Untitled</source>
      <translation>بلا عنوان</translation>
    </message>
    <message>
      <source>Up to 2 GB of memory</source>
      <translation>حتى 2 غيغابايت من الذاكرة</translation>
    </message>
    <message>
      <source>Update {name}</source>
      <translation>تحديث ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Update…</source>
      <translation>تحديث…</translation>
    </message>
    <message>
      <source>Use This Seed Again</source>
      <translation>استخدام هذه البذرة من جديد</translation>
    </message>
    <message>
      <source>Use as draft model</source>
      <translation>استخدام كنموذج مسودات</translation>
    </message>
    <message>
      <source>Use one already on this computer</source>
      <translation>استخدام نموذج موجود على هذا الحاسوب</translation>
    </message>
    <message>
      <source>Use the last reply's seed again: {seed}</source>
      <translation>استخدام بذرة آخر ردّ من جديد: {seed}</translation>
    </message>
    <message>
      <source>Use {model}</source>
      <translation>استخدام ⁨{model}⁩</translation>
    </message>
    <message>
      <source>Use {name}</source>
      <translation>استخدام ⁨{name}⁩</translation>
    </message>
    <message>
      <source>Use {name} here</source>
      <translation>استخدام ⁨{name}⁩ هنا</translation>
    </message>
    <message>
      <source>Verified</source>
      <translation>المفحوصة</translation>
    </message>
    <message>
      <source>Verified (entered a pass): {count}</source>
      <translation>المفحوصة (دخلت تمريرة): {count}</translation>
    </message>
    <message>
      <source>Version</source>
      <translation>الإصدار</translation>
    </message>
    <message>
      <source>Version {number} of {count}</source>
      <translation>النسخة {number} من {count}</translation>
    </message>
    <message>
      <source>Vocabulary: {n:,} tokens</source>
      <translation>المفردات بالرموز: {n:,}</translation>
    </message>
    <message>
      <source>Waiting for a model: your message is sent as soon as one is ready</source>
      <translation>بانتظار نموذج: تُرسل رسالتك حالما يجهز نموذج</translation>
    </message>
    <message>
      <source>Waiting until the model is loaded</source>
      <translation>بانتظار تحميل النموذج</translation>
    </message>
    <message>
      <source>Waiting: not asked lately, as drafts wouldn't pay</source>
      <translation>ينتظر: لم يُسأل مؤخرًا، لأن المسودات لا تفيد</translation>
    </message>
    <message>
      <source>Waits for another download</source>
      <translation>ينتظر تنزيلًا آخر</translation>
    </message>
    <message>
      <source>Weights</source>
      <translation>الأوزان</translation>
    </message>
    <message>
      <source>Weights in {precision}: {size}</source>
      <translation>الأوزان بدقة ⁨{precision}⁩: {size}</translation>
    </message>
    <message>
      <source>Welcome to Foreword</source>
      <translation>مرحبًا بك في Foreword</translation>
    </message>
    <message>
      <source>Well-known models that follow instructions, by the memory that they take with the settings in force.</source>
      <translation>نماذج معروفة تتبع التعليمات، مرتّبة حسب ما تحتاج إليه من الذاكرة بالإعدادات السارية.</translation>
    </message>
    <message>
      <source>What Enter does while you write; Shift+Enter always breaks the line, Ctrl+Enter always sends.</source>
      <translation>ما يفعله Enter أثناء الكتابة؛ Shift+Enter يبدأ سطرًا جديدًا دائمًا، وCtrl+Enter يرسل دائمًا.</translation>
    </message>
    <message>
      <source>What computes: auto, cpu, cuda:0 and so on, mps, or several (spread over all GPUs).</source>
      <translation>ما الذي يحسب: auto أو cpu أو cuda:0 وهكذا، أو mps، أو several (موزّعًا على كل معالجات الرسوم).</translation>
    </message>
    <message>
      <source>What fits</source>
      <translation>ما يطابق</translation>
    </message>
    <message>
      <source>What is set for each speculator, by name and option.</source>
      <translation>ما ضُبط لكل مخمّن، بالاسم والخيار.</translation>
    </message>
    <message>
      <source>What is this?</source>
      <translation>ما هذا؟</translation>
    </message>
    <message>
      <source>What it says so far is kept. It can be written anew with another model.</source>
      <translation>ما كُتب منه حتى الآن محفوظ. ويمكن كتابته من جديد بنموذج آخر.</translation>
    </message>
    <message>
      <source>What it takes with {n:,} tokens of context.</source>
      <translation>ما يحتاج إليه مع سياق من {n:,} من الرموز.</translation>
    </message>
    <message>
      <source>What stands before it, or the system prompt, has changed since.</source>
      <translation>تغيّر منذ ذلك الحين ما قبله، أو موجّه النظام.</translation>
    </message>
    <message>
      <source>What the model thought</source>
      <translation>ما فكّر فيه النموذج</translation>
    </message>
    <message>
      <source>What was changed holds when the model is loaded again.</source>
      <translation>يسري ما تغيّر عند تحميل النموذج من جديد.</translation>
    </message>
    <message>
      <source>What was found</source>
      <translation>نتائج البحث</translation>
    </message>
    <message>
      <source>What would you like to ask?</source>
      <translation>عمّ تريد أن تسأل؟</translation>
    </message>
    <message>
      <source>What you change here holds for this chat, from the next reply on.</source>
      <translation>ما تغيّره هنا يسري على هذه المحادثة، ابتداءً من الردّ التالي.</translation>
    </message>
    <message>
      <source>When a chat no longer fits into the context: ask, leave out the oldest turns, stop, or go on in a new chat that begins with a summary.</source>
      <translation>حين لا تعود المحادثة تتّسع في السياق: السؤال، أو ترك أقدم الرسائل، أو التوقف، أو المتابعة في محادثة جديدة تبدأ بملخّص.</translation>
    </message>
    <message>
      <source>When the context is full</source>
      <translation>عند امتلاء السياق</translation>
    </message>
    <message>
      <source>When you send, the oldest turns will be left out of what the model reads.</source>
      <translation>عند الإرسال تُترك أقدم الرسائل مما يقرؤه النموذج.</translation>
    </message>
    <message>
      <source>When you send, the reply comes in a new chat that begins with a summary of this one.</source>
      <translation>عند الإرسال يأتي الردّ في محادثة جديدة تبدأ بملخّص لهذه المحادثة.</translation>
    </message>
    <message>
      <source>When you send, you will be asked what to do.</source>
      <translation>عند الإرسال ستُسأل عمّا تريد فعله.</translation>
    </message>
    <message>
      <source>Where Each Piece Came From</source>
      <translation>من أين جاء كل جزء</translation>
    </message>
    <message>
      <source>Where Each Piece Came From…</source>
      <translation>من أين جاء كل جزء…</translation>
    </message>
    <message>
      <source>Where Your &amp;Data Lies…</source>
      <translation>&amp;مكان بياناتك…</translation>
    </message>
    <message>
      <source>Where its pieces came from was not recorded.</source>
      <translation>لم يُسجَّل من أين جاءت أجزاؤه.</translation>
    </message>
    <message>
      <source>Where this reply came from</source>
      <translation>من أين جاء هذا الردّ</translation>
    </message>
    <message>
      <source>Whether things glide and fade, or change at once; system follows this computer.</source>
      <translation>هل تنزلق الأشياء وتتلاشى، أم تتغيّر فورًا؛ «النظام» يتبع هذا الحاسوب.</translation>
    </message>
    <message>
      <source>Which speculators are switched on, by name.</source>
      <translation>أي المخمّنات مشغّلة، بالاسم.</translation>
    </message>
    <message>
      <source>Widely used and well understood. Its terms have to be accepted on the hub.</source>
      <translation>واسع الانتشار ومعروف جيدًا. يجب قبول شروطه على المستودع.</translation>
    </message>
    <message>
      <source>Width of each pass</source>
      <translation>عرض كل تمريرة</translation>
    </message>
    <message>
      <source>Will lie in {folder}</source>
      <translation>سيوضع في ⁨{folder}⁩</translation>
    </message>
    <message>
      <source>With all their versions, for good.</source>
      <translation>مع كل نسخها، نهائيًا.</translation>
    </message>
    <message>
      <source>With the lens on, show drafts that were dropped, where they were dropped</source>
      <translation>مع تشغيل العدسة، إظهار المسودات المسقطة حيث أُسقطت</translation>
    </message>
    <message>
      <source>With the lens on, show drafts that were dropped, where they were dropped.</source>
      <translation>مع تشغيل العدسة، إظهار المسودات المسقطة حيث أُسقطت.</translation>
    </message>
    <message>
      <source>With the lens on: from piece to piece, and where each came from</source>
      <translation>مع تشغيل العدسة: من جزء إلى جزء، ومن أين جاء كل منها</translation>
    </message>
    <message>
      <source>Without drafts: {value} tokens/s</source>
      <translation>دون مسودات: {value} رمز/ث</translation>
    </message>
    <message>
      <source>Working memory</source>
      <translation>ذاكرة العمل</translation>
    </message>
    <message>
      <source>Working memory: {size}</source>
      <translation>ذاكرة العمل: {size}</translation>
    </message>
    <message>
      <source>Working…</source>
      <translation>جارٍ العمل…</translation>
    </message>
    <message>
      <source>Wrap</source>
      <translation>التفاف</translation>
    </message>
    <message>
      <source>Wrap code</source>
      <translation>التفاف الشيفرة</translation>
    </message>
    <message>
      <source>Write a Python function that reverses a sentence.</source>
      <translation>اكتب دالة Python تعكس كلمات جملة.</translation>
    </message>
    <message>
      <source>Write a message</source>
      <translation>اكتب رسالة</translation>
    </message>
    <message>
      <source>Write it once more with speculation off, and compare every token</source>
      <translation>كتابته مرة أخرى مع إيقاف التخمين، ومقارنة كل رمز</translation>
    </message>
    <message>
      <source>Write this reply once more</source>
      <translation>كتابة هذا الردّ مرة أخرى</translation>
    </message>
    <message>
      <source>Writes well for its size, in many languages; its terms have to be accepted on the hub.</source>
      <translation>يكتب جيدًا بالنسبة إلى حجمه، بلغات كثيرة؛ يجب قبول شروطه على المستودع.</translation>
    </message>
    <message>
      <source>Writing</source>
      <translation>الكتابة</translation>
    </message>
    <message>
      <source>Writing a message</source>
      <translation>كتابة رسالة</translation>
    </message>
    <message>
      <source>Writing and reading</source>
      <translation>الكتابة والقراءة</translation>
    </message>
    <message numerus="yes">
      <source>Written by the model itself: {n} tokens.</source>
      <extracomment>One: Written by the model itself: {n} token.</extracomment>
      <translation>
        <numerusform>لم يكتب النموذج نفسه أي رمز.</numerusform>
        <numerusform>كتب النموذج نفسه: رمزًا واحدًا.</numerusform>
        <numerusform>كتب النموذج نفسه: رمزين.</numerusform>
        <numerusform>كتب النموذج نفسه: {n} رموز.</numerusform>
        <numerusform>كتب النموذج نفسه: {n} رمزًا.</numerusform>
        <numerusform>كتب النموذج نفسه: {n} رمز.</numerusform>
      </translation>
    </message>
    <message>
      <source>Written: {path}</source>
      <translation>تمت الكتابة: ⁨{path}⁩</translation>
    </message>
    <message>
      <source>Yesterday</source>
      <translation>أمس</translation>
    </message>
    <message>
      <source>You</source>
      <translation>أنت</translation>
    </message>
    <message>
      <source>You can send this when the files are read</source>
      <translation>يمكنك الإرسال بعد قراءة الملفات</translation>
    </message>
    <message>
      <source>You can send this when the reply is complete. Esc stops it.</source>
      <translation>يمكنك الإرسال عند اكتمال الردّ. يوقفه Esc.</translation>
    </message>
    <message>
      <source>You can write already: your message is sent as soon as a model is ready.</source>
      <translation>يمكنك الكتابة من الآن: تُرسل رسالتك حالما يجهز نموذج.</translation>
    </message>
    <message>
      <source>Your chats and settings lie in {folder}</source>
      <translation>محادثاتك وإعداداتك في ⁨{folder}⁩</translation>
    </message>
    <message>
      <source>Your chats will appear here.</source>
      <translation>ستظهر محادثاتك هنا.</translation>
    </message>
    <message>
      <source>Your data</source>
      <translation>بياناتك</translation>
    </message>
    <message>
      <source>Your folders</source>
      <translation>مجلداتك</translation>
    </message>
    <message>
      <source>Your message</source>
      <translation>رسالتك</translation>
    </message>
    <message>
      <source>Your message: {count:,}</source>
      <translation>رسالتك: {count:,}</translation>
    </message>
    <message>
      <source>Zoom</source>
      <translation>التكبير</translation>
    </message>
    <message>
      <source>Zoom &amp;In</source>
      <translation>ت&amp;كبير</translation>
    </message>
    <message>
      <source>Zoom &amp;Out</source>
      <translation>ت&amp;صغير</translation>
    </message>
    <message>
      <source>Zoom {percent} %</source>
      <translation>التكبير {percent}%</translation>
    </message>
    <message>
      <source>[image: {words} — {address}]</source>
      <translation>[صورة: ⁨{words}⁩ — ⁨{address}⁩]</translation>
    </message>
    <message>
      <source>a GGUF file of yours</source>
      <translation>ملف GGUF لك</translation>
    </message>
    <message>
      <source>a fresh one each time</source>
      <translation>جديدة كل مرة</translation>
    </message>
    <message>
      <source>a model is being loaded</source>
      <translation>يجري تحميل نموذج</translation>
    </message>
    <message>
      <source>a reply is being written</source>
      <translation>يُكتب ردّ الآن</translation>
    </message>
    <message>
      <source>accepted {n}</source>
      <translation>مقبولة {n}</translation>
    </message>
    <message>
      <source>all GPUs</source>
      <translation>كل معالجات الرسوم</translation>
    </message>
    <message>
      <source>code</source>
      <translation>الشيفرة</translation>
    </message>
    <message>
      <source>context full</source>
      <translation>امتلأ السياق</translation>
    </message>
    <message>
      <source>done</source>
      <translation>منجزة</translation>
    </message>
    <message>
      <source>drafted {n}</source>
      <translation>مقترَحة {n}</translation>
    </message>
    <message>
      <source>drafts not verified</source>
      <translation>مسودات لم تُفحص</translation>
    </message>
    <message>
      <source>empty</source>
      <translation>فارغ</translation>
    </message>
    <message>
      <source>ended by the model</source>
      <translation>أنهاه النموذج</translation>
    </message>
    <message>
      <source>first token {time}</source>
      <translation>أول رمز بعد {time}</translation>
    </message>
    <message>
      <source>from Hugging Face</source>
      <translation>من Hugging Face</translation>
    </message>
    <message>
      <source>from PyPI</source>
      <translation>من PyPI</translation>
    </message>
    <message>
      <source>in a folder of yours</source>
      <translation>في مجلد لك</translation>
    </message>
    <message>
      <source>in the cache of Hugging Face</source>
      <translation>في ذاكرة Hugging Face المؤقتة</translation>
    </message>
    <message>
      <source>interrupted: the app was closed while this was written</source>
      <translation>مقطوع: أُغلق التطبيق أثناء كتابته</translation>
    </message>
    <message>
      <source>is being answered</source>
      <translation>يُكتب لها ردّ</translation>
    </message>
    <message>
      <source>is on</source>
      <translation>مشغّل</translation>
    </message>
    <message>
      <source>is open</source>
      <translation>مفتوحة</translation>
    </message>
    <message>
      <source>it is as large as it gets</source>
      <translation>هو بأكبر حجم ممكن</translation>
    </message>
    <message>
      <source>it is as small as it gets</source>
      <translation>هو بأصغر حجم ممكن</translation>
    </message>
    <message>
      <source>it is at 100 % already</source>
      <translation>هو عند 100% بالفعل</translation>
    </message>
    <message>
      <source>it is at the end already</source>
      <translation>هو عند الطرف بالفعل</translation>
    </message>
    <message>
      <source>length limit</source>
      <translation>بلغ حدّ الطول</translation>
    </message>
    <message>
      <source>new</source>
      <translation>جديدة</translation>
    </message>
    <message>
      <source>no chat is open</source>
      <translation>لا توجد محادثة مفتوحة</translation>
    </message>
    <message>
      <source>no hash given</source>
      <translation>لا بصمة</translation>
    </message>
    <message>
      <source>no model is being loaded</source>
      <translation>لا يجري تحميل أي نموذج</translation>
    </message>
    <message>
      <source>no model is loaded</source>
      <translation>لا نموذج محمّل</translation>
    </message>
    <message>
      <source>no reply is being written</source>
      <translation>لا يُكتب أي ردّ</translation>
    </message>
    <message>
      <source>no room in the context</source>
      <translation>لا مكان في السياق</translation>
    </message>
    <message>
      <source>none given</source>
      <translation>لم تُذكر</translation>
    </message>
    <message>
      <source>not possible now</source>
      <translation>غير ممكن الآن</translation>
    </message>
    <message>
      <source>not stated</source>
      <translation>غير مذكورة</translation>
    </message>
    <message>
      <source>nothing</source>
      <translation>لا شيء</translation>
    </message>
    <message>
      <source>nothing drafted</source>
      <translation>لم تُعدّ مسودات</translation>
    </message>
    <message>
      <source>nothing of it was measured</source>
      <translation>لم يُقَس شيء منه</translation>
    </message>
    <message>
      <source>nothing was deleted just now</source>
      <translation>لم يُحذف شيء للتوّ</translation>
    </message>
    <message>
      <source>off</source>
      <translation>متوقف</translation>
    </message>
    <message>
      <source>on</source>
      <translation>مشغّل</translation>
    </message>
    <message>
      <source>only for chats that are kept</source>
      <translation>للمحادثات المحفوظة فقط</translation>
    </message>
    <message>
      <source>or</source>
      <translation>أو</translation>
    </message>
    <message>
      <source>out of memory</source>
      <translation>نفدت الذاكرة</translation>
    </message>
    <message>
      <source>reading…</source>
      <translation>جارٍ القراءة…</translation>
    </message>
    <message>
      <source>replaces {version}</source>
      <translation>تحلّ محلّ ⁨{version}⁩</translation>
    </message>
    <message numerus="yes">
      <source>rested on {n} tokens</source>
      <extracomment>One: rested on {n} token</extracomment>
      <translation>
        <numerusform>لم يستند إلى أي رمز</numerusform>
        <numerusform>استند إلى رمز واحد</numerusform>
        <numerusform>استند إلى رمزين</numerusform>
        <numerusform>استند إلى {n} رموز</numerusform>
        <numerusform>استند إلى {n} رمزًا</numerusform>
        <numerusform>استند إلى {n} رمز</numerusform>
      </translation>
    </message>
    <message>
      <source>stop text reached</source>
      <translation>بلغ نص التوقف</translation>
    </message>
    <message>
      <source>stopped by you</source>
      <translation>أوقفتَه أنت</translation>
    </message>
    <message>
      <source>text</source>
      <translation>نص</translation>
    </message>
    <message>
      <source>the failure</source>
      <translation>الفشل</translation>
    </message>
    <message>
      <source>the keyboard is on no folder of the list</source>
      <translation>لوحة المفاتيح ليست على مجلد من القائمة</translation>
    </message>
    <message>
      <source>the last reply is complete</source>
      <translation>آخر ردّ مكتمل</translation>
    </message>
    <message>
      <source>the model is loaded</source>
      <translation>النموذج محمّل</translation>
    </message>
    <message>
      <source>the model itself</source>
      <translation>النموذج نفسه</translation>
    </message>
    <message>
      <source>the settings can't be saved: {reason}</source>
      <translation>لا يمكن حفظ الإعدادات: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>there is no earlier version</source>
      <translation>لا توجد نسخة سابقة</translation>
    </message>
    <message>
      <source>there is no later version</source>
      <translation>لا توجد نسخة لاحقة</translation>
    </message>
    <message>
      <source>this chat has no reply yet</source>
      <translation>لا ردّ في هذه المحادثة بعد</translation>
    </message>
    <message>
      <source>to do</source>
      <translation>باقية</translation>
    </message>
    <message>
      <source>tokens per pass</source>
      <translation>رمز لكل تمريرة</translation>
    </message>
    <message>
      <source>tokens/s</source>
      <translation>رمز/ث</translation>
    </message>
    <message>
      <source>tokens/s now</source>
      <translation>رمز/ث الآن</translation>
    </message>
    <message>
      <source>tokens/s plain</source>
      <translation>رمز/ث دون مسودات</translation>
    </message>
    <message>
      <source>tokens/s, last reply</source>
      <translation>رمز/ث، آخر ردّ</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>مجهول</translation>
    </message>
    <message>
      <source>what holds otherwise</source>
      <translation>ما يسري في غير ذلك</translation>
    </message>
    <message>
      <source>what was left out</source>
      <translation>ما تُرك</translation>
    </message>
    <message>
      <source>{amount} are deleted. Pause keeps them, also when Foreword is closed.</source>
      <translation>يُحذف {amount}. الإيقاف المؤقت يحفظه، حتى بعد إغلاق Foreword.</translation>
    </message>
    <message>
      <source>{chats} with {messages}</source>
      <translation>{chats}، فيها {messages}</translation>
    </message>
    <message>
      <source>{chats}, {messages}</source>
      <translation>{chats}، {messages}</translation>
    </message>
    <message>
      <source>{chat}, pinned</source>
      <translation>⁨{chat}⁩، مثبّتة</translation>
    </message>
    <message>
      <source>{content} and your settings backed up ({size}).</source>
      <translation>تم نسخ ⁨{content}⁩ وإعداداتك احتياطيًا ({size}).</translation>
    </message>
    <message>
      <source>{content} exported ({size}).</source>
      <translation>تم تصدير ⁨{content}⁩ ({size}).</translation>
    </message>
    <message>
      <source>{content} imported from {source}.</source>
      <translation>تم استيراد ⁨{content}⁩ من ⁨{source}⁩.</translation>
    </message>
    <message>
      <source>{count} tokens in the last pass</source>
      <translation>عدد الرموز في آخر تمريرة: {count}</translation>
    </message>
    <message>
      <source>{count} tokens in this pass</source>
      <translation>عدد الرموز في هذه التمريرة: {count}</translation>
    </message>
    <message>
      <source>{device}: not on this computer</source>
      <translation>⁨{device}⁩: ليس على هذا الحاسوب</translation>
    </message>
    <message>
      <source>{device}: {free} of {total} free</source>
      <translation>⁨{device}⁩: المتاح {free} من {total}</translation>
    </message>
    <message>
      <source>{done} of {total}</source>
      <translation>{done} من {total}</translation>
    </message>
    <message>
      <source>{drafted} drafted, {verified} verified, {accepted} accepted, {time} ms</source>
      <translation>مقترَحة {drafted}، مفحوصة {verified}، مقبولة {accepted}، {time} م.ث</translation>
    </message>
    <message>
      <source>{error} What stands before that was read.</source>
      <translation>⁨{error}⁩ قُرئ ما قبل ذلك.</translation>
    </message>
    <message>
      <source>{figure} s</source>
      <translation>{figure} ث</translation>
    </message>
    <message>
      <source>{figure} tokens per pass</source>
      <translation>{figure} رمز لكل تمريرة</translation>
    </message>
    <message>
      <source>{figure} {unit}</source>
      <translation>{figure} {unit}</translation>
    </message>
    <message>
      <source>{figure} {unit} parameters</source>
      <translation>{figure} {unit} معامل</translation>
    </message>
    <message>
      <source>{hours} h {minutes} min</source>
      <translation>{hours} س {minutes} د</translation>
    </message>
    <message>
      <source>{label}: back to the default</source>
      <translation>{label}: العودة إلى الافتراضي</translation>
    </message>
    <message>
      <source>{label}: back to {value}</source>
      <translation>{label}: العودة إلى {value}</translation>
    </message>
    <message>
      <source>{low} to {high}; default {default}</source>
      <translation>من {low} إلى {high}؛ الافتراضي ⁨{default}⁩</translation>
    </message>
    <message>
      <source>{minutes} min {rest} s</source>
      <translation>{minutes} د {rest} ث</translation>
    </message>
    <message>
      <source>{minutes} min {seconds} s</source>
      <translation>{minutes} د {seconds} ث</translation>
    </message>
    <message numerus="yes">
      <source>{n:,} chats</source>
      <extracomment>One: {n:,} chat</extracomment>
      <translation>
        <numerusform>لا محادثات</numerusform>
        <numerusform>محادثة واحدة</numerusform>
        <numerusform>محادثتان</numerusform>
        <numerusform>{n:,} محادثات</numerusform>
        <numerusform>{n:,} محادثة</numerusform>
        <numerusform>{n:,} محادثة</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} downloads</source>
      <extracomment>One: {n:,} download</extracomment>
      <translation>
        <numerusform>لا تنزيلات</numerusform>
        <numerusform>تنزيل واحد</numerusform>
        <numerusform>تنزيلان</numerusform>
        <numerusform>{n:,} تنزيلات</numerusform>
        <numerusform>{n:,} تنزيلًا</numerusform>
        <numerusform>{n:,} تنزيل</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} messages</source>
      <extracomment>One: {n:,} message</extracomment>
      <translation>
        <numerusform>لا رسائل</numerusform>
        <numerusform>رسالة واحدة</numerusform>
        <numerusform>رسالتان</numerusform>
        <numerusform>{n:,} رسائل</numerusform>
        <numerusform>{n:,} رسالة</numerusform>
        <numerusform>{n:,} رسالة</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} parameters</source>
      <extracomment>One: {n:,} parameter</extracomment>
      <translation>
        <numerusform>لا معاملات</numerusform>
        <numerusform>معامل واحد</numerusform>
        <numerusform>معاملان</numerusform>
        <numerusform>{n:,} معاملات</numerusform>
        <numerusform>{n:,} معاملًا</numerusform>
        <numerusform>{n:,} معامل</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} parts left out.</source>
      <extracomment>One: {n:,} part left out.</extracomment>
      <translation>
        <numerusform>لم يُترك أي جزء.</numerusform>
        <numerusform>تُرك جزء واحد.</numerusform>
        <numerusform>تُرك جزآن.</numerusform>
        <numerusform>تُركت {n:,} أجزاء.</numerusform>
        <numerusform>تُرك {n:,} جزءًا.</numerusform>
        <numerusform>تُرك {n:,} جزء.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} results</source>
      <extracomment>One: {n:,} result</extracomment>
      <translation>
        <numerusform>لا نتائج</numerusform>
        <numerusform>نتيجة واحدة</numerusform>
        <numerusform>نتيجتان</numerusform>
        <numerusform>{n:,} نتائج</numerusform>
        <numerusform>{n:,} نتيجة</numerusform>
        <numerusform>{n:,} نتيجة</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} tokens</source>
      <extracomment>One: {n:,} token</extracomment>
      <translation>
        <numerusform>لا رموز</numerusform>
        <numerusform>رمز واحد</numerusform>
        <numerusform>رمزان</numerusform>
        <numerusform>{n:,} رموز</numerusform>
        <numerusform>{n:,} رمزًا</numerusform>
        <numerusform>{n:,} رمز</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} tokens of context</source>
      <extracomment>One: {n:,} token of context</extracomment>
      <translation>
        <numerusform>سياق بلا رموز</numerusform>
        <numerusform>سياق من رمز واحد</numerusform>
        <numerusform>سياق من رمزين</numerusform>
        <numerusform>سياق من {n:,} رموز</numerusform>
        <numerusform>سياق من {n:,} رمزًا</numerusform>
        <numerusform>سياق من {n:,} رمز</numerusform>
      </translation>
    </message>
    <message>
      <source>{names} and {last}</source>
      <translation>⁨{names}⁩ و⁨{last}⁩</translation>
    </message>
    <message>
      <source>{names}: {facts}</source>
      <translation>⁨{names}⁩: {facts}</translation>
    </message>
    <message>
      <source>{name}
{size}. Click to read it.</source>
      <translation>⁨{name}⁩
{size}. انقر لقراءته.</translation>
    </message>
    <message>
      <source>{name} (copy)</source>
      <translation>{name} (نسخة)</translation>
    </message>
    <message>
      <source>{name} can't be read: {reason}.</source>
      <translation>لا يمكن قراءة ⁨{name}⁩: ⁨{reason}⁩.</translation>
    </message>
    <message>
      <source>{name} can't be unpacked ({error}).</source>
      <translation>لا يمكن فك ⁨{name}⁩ (⁨{error}⁩).</translation>
    </message>
    <message>
      <source>{name} doesn't fit into the memory that is free</source>
      <translation>لا يتّسع ⁨{name}⁩ في الذاكرة المتاحة</translation>
    </message>
    <message>
      <source>{name} has no option {option}</source>
      <translation>ليس لدى ⁨{name}⁩ خيار ⁨{option}⁩</translation>
    </message>
    <message>
      <source>{name} is a PDF. Only text and code can be attached: copy its text instead.</source>
      <translation>⁨{name}⁩ ملف PDF. يمكن إرفاق النصوص والشيفرة فقط: انسخ نصه بدلًا من ذلك.</translation>
    </message>
    <message>
      <source>{name} is a folder. Attach the files in it instead.</source>
      <translation>⁨{name}⁩ مجلد. أرفق الملفات التي فيه بدلًا منه.</translation>
    </message>
    <message>
      <source>{name} is attached already.</source>
      <translation>⁨{name}⁩ مرفق بالفعل.</translation>
    </message>
    <message>
      <source>{name} is empty.</source>
      <translation>⁨{name}⁩ فارغ.</translation>
    </message>
    <message>
      <source>{name} is in the file twice; the second one was left out.</source>
      <translation>⁨{name}⁩ مرتان في الملف؛ تُرك الثاني.</translation>
    </message>
    <message>
      <source>{name} is no longer there.</source>
      <translation>⁨{name}⁩ لم يعد موجودًا.</translation>
    </message>
    <message>
      <source>{name} is not a file.</source>
      <translation>⁨{name}⁩ ليس ملفًا.</translation>
    </message>
    <message>
      <source>{name} is not a sound .zip file ({error}).</source>
      <translation>⁨{name}⁩ ليس ملف ‎.zip سليمًا (⁨{error}⁩).</translation>
    </message>
    <message>
      <source>{name} is not a text file. Only text and code can be attached.</source>
      <translation>⁨{name}⁩ ليس ملفًا نصيًا. يمكن إرفاق النصوص والشيفرة فقط.</translation>
    </message>
    <message>
      <source>{name} is not in UTF-8. It was read as Windows-1252: look at it, letters may be wrong.</source>
      <translation>⁨{name}⁩ ليس بترميز UTF-8. قُرئ بترميز Windows-1252: راجعه، فقد تكون بعض الحروف خطأ.</translation>
    </message>
    <message>
      <source>{name} is too large ({size:,.1f} MB): at most 1 MB can be attached.</source>
      <translation>⁨{name}⁩ كبير جدًا ({size:,.1f} ميغابايت): يمكن إرفاق 1 ميغابايت على الأكثر.</translation>
    </message>
    <message>
      <source>{name} was left out: {misfit}.</source>
      <translation>تُرك ⁨{name}⁩: {misfit}.</translation>
    </message>
    <message>
      <source>{name} was not attached: it was still being read when you left its message.</source>
      <translation>لم يُرفق ⁨{name}⁩: كانت قراءته جارية حين غادرت رسالته.</translation>
    </message>
    <message>
      <source>{name} {share} %</source>
      <translation>⁨{name}⁩ {share}%</translation>
    </message>
    <message>
      <source>{name}, else {value}</source>
      <translation>⁨{name}⁩، وإلا {value}</translation>
    </message>
    <message>
      <source>{name}: its options aren't a table and were left out.</source>
      <translation>⁨{name}⁩: خياراته ليست جدولًا وتُركت.</translation>
    </message>
    <message>
      <source>{name}: nothing to verify; drafting took {cost} ms, {share} % of the writing</source>
      <translation>⁨{name}⁩: لا شيء للفحص؛ استغرق إعداد المسودات {cost} م.ث، أي {share}% من الكتابة</translation>
    </message>
    <message>
      <source>{name}: {error}; left out.</source>
      <translation>⁨{name}⁩: ⁨{error}⁩؛ تُرك.</translation>
    </message>
    <message>
      <source>{name}: {key} isn't known and was left out.</source>
      <translation>⁨{name}⁩: ⁨{key}⁩ غير معروف وتُرك.</translation>
    </message>
    <message>
      <source>{name}: {state}</source>
      <translation>⁨{name}⁩: {state}</translation>
    </message>
    <message>
      <source>{name}: {stood} % of what was verified stood; drafting took {cost} ms, {share} % of the writing</source>
      <translation>⁨{name}⁩: ثبت {stood}% مما فُحص؛ استغرق إعداد المسودات {cost} م.ث، أي {share}% من الكتابة</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {tokens:,} of {n:,} tokens</source>
      <extracomment>One: {name}: {tokens:,} of {n:,} token</extracomment>
      <translation>
        <numerusform>⁨{name}⁩: {tokens:,} من دون رموز</numerusform>
        <numerusform>⁨{name}⁩: {tokens:,} من رمز واحد</numerusform>
        <numerusform>⁨{name}⁩: {tokens:,} من رمزين</numerusform>
        <numerusform>⁨{name}⁩: {tokens:,} من {n:,} رموز</numerusform>
        <numerusform>⁨{name}⁩: {tokens:,} من {n:,} رمزًا</numerusform>
        <numerusform>⁨{name}⁩: {tokens:,} من {n:,} رمز</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} assistants imported.</source>
      <extracomment>One: {n} assistant imported.</extracomment>
      <translation>
        <numerusform>لم يُستورد أي مساعد.</numerusform>
        <numerusform>تم استيراد مساعد واحد.</numerusform>
        <numerusform>تم استيراد مساعدين.</numerusform>
        <numerusform>تم استيراد {n} مساعدين.</numerusform>
        <numerusform>تم استيراد {n} مساعدًا.</numerusform>
        <numerusform>تم استيراد {n} مساعد.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} bytes</source>
      <extracomment>One: {n} byte</extracomment>
      <translation>
        <numerusform>لا بايت</numerusform>
        <numerusform>بايت واحد</numerusform>
        <numerusform>بايتان</numerusform>
        <numerusform>{n} بايت</numerusform>
        <numerusform>{n} بايت</numerusform>
        <numerusform>{n} بايت</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} files</source>
      <extracomment>One: {n} file</extracomment>
      <translation>
        <numerusform>لا ملفات</numerusform>
        <numerusform>ملف واحد</numerusform>
        <numerusform>ملفان</numerusform>
        <numerusform>{n} ملفات</numerusform>
        <numerusform>{n} ملفًا</numerusform>
        <numerusform>{n} ملف</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} models were found for “{query}”</source>
      <extracomment>One: {n} model was found for “{query}”</extracomment>
      <translation>
        <numerusform>لم يُعثر على نماذج لـ«⁨{query}⁩»</numerusform>
        <numerusform>عُثر على نموذج واحد لـ«⁨{query}⁩»</numerusform>
        <numerusform>عُثر على نموذجين لـ«⁨{query}⁩»</numerusform>
        <numerusform>عُثر على {n} نماذج لـ«⁨{query}⁩»</numerusform>
        <numerusform>عُثر على {n} نموذجًا لـ«⁨{query}⁩»</numerusform>
        <numerusform>عُثر على {n} نموذج لـ«⁨{query}⁩»</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} packages</source>
      <extracomment>One: {n} package</extracomment>
      <translation>
        <numerusform>لا حزم</numerusform>
        <numerusform>حزمة واحدة</numerusform>
        <numerusform>حزمتان</numerusform>
        <numerusform>{n} حزم</numerusform>
        <numerusform>{n} حزمة</numerusform>
        <numerusform>{n} حزمة</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n} updates are available.</source>
      <extracomment>One: {n} update is available.</extracomment>
      <translation>
        <numerusform>لا تحديثات.</numerusform>
        <numerusform>يتوفر تحديث واحد.</numerusform>
        <numerusform>يتوفر تحديثان.</numerusform>
        <numerusform>تتوفر {n} تحديثات.</numerusform>
        <numerusform>يتوفر {n} تحديثًا.</numerusform>
        <numerusform>يتوفر {n} تحديث.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{on} of {n} speculators on</source>
      <extracomment>One: {on} of {n} speculator on</extracomment>
      <translation>
        <numerusform>{on} من دون مخمّنات مشغّل</numerusform>
        <numerusform>{on} من مخمّن واحد مشغّل</numerusform>
        <numerusform>{on} من مخمّنين مشغّل</numerusform>
        <numerusform>{on} من {n} مخمّنات مشغّلة</numerusform>
        <numerusform>{on} من {n} مخمّنًا مشغّلة</numerusform>
        <numerusform>{on} من {n} مخمّن مشغّلة</numerusform>
      </translation>
    </message>
    <message>
      <source>{packages}, {size} and more: not every size is known</source>
      <translation>{packages}، {size} وأكثر: لا تُعرف كل الأحجام</translation>
    </message>
    <message>
      <source>{packages}, {size} in all</source>
      <translation>{packages}، المجموع {size}</translation>
    </message>
    <message>
      <source>{path} can't be used ({reason}).</source>
      <translation>لا يمكن استخدام ⁨{path}⁩ (⁨{reason}⁩).</translation>
    </message>
    <message>
      <source>{path} is not there.</source>
      <translation>‏⁨{path}⁩ غير موجود.</translation>
    </message>
    <message>
      <source>{percent} % accepted</source>
      <translation>{percent}% مقبولة</translation>
    </message>
    <message>
      <source>{percent} % of the time</source>
      <translation>⁦{percent}%⁩ من الوقت</translation>
    </message>
    <message>
      <source>{precision} on {place}</source>
      <translation>⁨{precision}⁩ على ⁨{place}⁩</translation>
    </message>
    <message>
      <source>{precision}: not on this device</source>
      <translation>⁨{precision}⁩: ليس على هذا الجهاز</translation>
    </message>
    <message>
      <source>{seconds} s</source>
      <translation>{seconds} ث</translation>
    </message>
    <message>
      <source>{seconds} s into the reply</source>
      <translation>بعد {seconds} ث من بدء الردّ</translation>
    </message>
    <message>
      <source>{setting} was not kept: {reason}</source>
      <translation>لم يُحفظ {setting}: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>{size} ({n:,} bytes)</source>
      <translation>{size} ({n:,} بايت)</translation>
    </message>
    <message>
      <source>{size} are free on the disk for more.</source>
      <translation>المتاح على القرص للمزيد: {size}.</translation>
    </message>
    <message>
      <source>{size} become free. It can be downloaded again.</source>
      <translation>يتحرّر {size}. ويمكن تنزيله من جديد.</translation>
    </message>
    <message>
      <source>{size} on disk</source>
      <translation>{size} على القرص</translation>
    </message>
    <message>
      <source>{size} to download</source>
      <translation>{size} للتنزيل</translation>
    </message>
    <message>
      <source>{size}, doesn't fit</source>
      <translation>{size}، لا يتّسع</translation>
    </message>
    <message>
      <source>{size}, the first {count:,} characters</source>
      <translation>{size}، أول {count:,} من الأحرف</translation>
    </message>
    <message>
      <source>{size}/s</source>
      <translation>{size}/ث</translation>
    </message>
    <message>
      <source>{speed} tokens per second; {plain} without drafts</source>
      <translation>{speed} من الرموز في الثانية؛ {plain} دون مسودات</translation>
    </message>
    <message>
      <source>{speed} tokens/s</source>
      <translation>{speed} رمز/ث</translation>
    </message>
    <message>
      <source>{speed} tokens/s measured</source>
      <translation>قيست {speed} رمز/ث</translation>
    </message>
    <message>
      <source>{state}: {reason}</source>
      <translation>{state}: ⁨{reason}⁩</translation>
    </message>
    <message>
      <source>{times} times as fast as without drafts</source>
      <translation>أسرع {times} مرة من التوليد دون مسودات</translation>
    </message>
    <message>
      <source>{time} left</source>
      <translation>بقي {time}</translation>
    </message>
    <message>
      <source>{used:,} of {limit:,} tokens</source>
      <translation>{used:,} من {limit:,} من الرموز</translation>
    </message>
    <message>
      <source>{value} tokens/s</source>
      <translation>{value} رمز/ث</translation>
    </message>
    <message>
      <source>{value} tokens/s without drafts</source>
      <translation>{value} رمز/ث دون مسودات</translation>
    </message>
    <message>
      <source>{version} (source)</source>
      <translation>⁨{version}⁩ (مصدر)</translation>
    </message>
    <message>
      <source>{version} is available</source>
      <translation>يتوفر ⁨{version}⁩</translation>
    </message>
    <message>
      <source>{wanted} is installed already</source>
      <translation>‏⁨{wanted}⁩ مثبّتة بالفعل</translation>
    </message>
    <message>
      <source>{words} ({shortcut})</source>
      <translation>⁨{words}⁩ (⁨{shortcut}⁩)</translation>
    </message>
    <message>
      <source>{words} Undo with Ctrl+Z.</source>
      <translation>⁨{words}⁩ للتراجع: Ctrl+Z.</translation>
    </message>
    <message>
      <source>{words} · comes with Foreword</source>
      <translation>⁨{words}⁩ · تأتي مع Foreword</translation>
    </message>
    <message>
      <source>{words}: when the reply is complete</source>
      <translation>⁨{words}⁩: عند اكتمال الردّ</translation>
    </message>
    <message>
      <source>{words}: {speed} tokens/s</source>
      <translation>⁨{words}⁩: {speed} رمز/ث</translation>
    </message>
    <message>
      <source>{work} failed ({kind}).</source>
      <translation>فشل: {work} (⁨{kind}⁩).</translation>
    </message>
    <message>
      <source>{work} {percent} %</source>
      <translation>{work} {percent}%</translation>
    </message>
    <message>
      <source>{work}…</source>
      <translation>{work}…</translation>
    </message>
    <message>
      <source>“{piece}”  {words}</source>
      <translation>«⁨{piece}⁩»  ⁨{words}⁩</translation>
    </message>
  </context>
</TS>
