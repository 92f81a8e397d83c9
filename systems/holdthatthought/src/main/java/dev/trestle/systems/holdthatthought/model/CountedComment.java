package dev.trestle.systems.holdthatthought.model;

/** That a comment is counted among those of its author: written with the count, so that nothing counts it twice. */
public record CountedComment(String commentId, String userId) {}
