@NullMarked
package dev.trestle.platform.http;

import org.jspecify.annotations.NullMarked;
