package dev.trestle.objects.blob;

import java.io.IOException;

/** The disk has less room than the floor. */
final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1L;

    DiskFullException(String message) {
        super(message);
    }
}
