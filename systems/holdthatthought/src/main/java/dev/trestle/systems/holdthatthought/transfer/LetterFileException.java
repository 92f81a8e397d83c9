package dev.trestle.systems.holdthatthought.transfer;

/** A file that is no letter. The message is for the person whose file it is. */
final class LetterFileException extends RuntimeException {
    LetterFileException(String message) {
        super(message);
    }
}
