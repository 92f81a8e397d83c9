package dev.trestle.objects.api;

/** A part to be stored; its content follows. It takes the place of an earlier one with its number, from 1 to 10,000. */
public record UploadPart(UploadRef upload, int partNumber, Promise promise) {

    public UploadPart(UploadRef upload, int partNumber) {
        this(upload, partNumber, Promise.NONE);
    }
}
