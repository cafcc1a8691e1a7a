"""`foreword replay`: what speculators would have been worth on the stored chats, without the model.

chats     stored replies, oldest first        passes   what a pass costs, as far as it was measured
walk      one list of speculators, reply      figures  counts to figures
          after reply                         table    figures to text
"""
