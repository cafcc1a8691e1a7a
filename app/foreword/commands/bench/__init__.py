"""`foreword bench`: what speculators are worth on a file of questions, against plain decoding and peers.

questions   files to questions             configurations  what is compared
child       one configuration's process    process         the parent's hold on it, wire between them
rounds      who answers when               summary, table  records to figures, figures to text
"""
