package dev.trestle.wire.s3;

import java.util.Map;

/** Looks whether a page of another origin may ask this, and gives the headers for the answer if so. May wait for the disk. */
interface CorsCheck {
    Map<String, String> headers();
}
