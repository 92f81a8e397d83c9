package dev.trestle.systems.holdthatthought.model;

/** Which message an attachment belongs to: those of the conversation may read it. */
public record AttachmentPlace(String s3Key, String conversationId, String messageId) {}
