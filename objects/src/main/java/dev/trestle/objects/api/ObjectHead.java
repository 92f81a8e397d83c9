package dev.trestle.objects.api;

/**
 * What a read gives beside the bytes. {@code partial} tells that a range or part was asked for and {@code range} is that (status 206);
 * {@code notModified} that the reader's condition says it has the object already (304), and there are no bytes to send.
 */
public record ObjectHead(ObjectInfo object, ByteRange range, boolean partial, boolean notModified) {}
