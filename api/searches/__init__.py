"""What thinks: the queue of searches, bots within limits, analyses, reviews, tournaments."""
