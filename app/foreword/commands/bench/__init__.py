"""`foreword bench`: what speculators are worth on a file of questions, against plain decoding and peers.

questions   files to questions             configurations  what is compared
child       one configuration's process    process         the parent's hold on it, wire between them
history     what speculators know before   rounds          who answers when
summary     records to figures             table           figures to text
"""
