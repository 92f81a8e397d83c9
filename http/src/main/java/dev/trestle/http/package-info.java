/** Guards of every HTTP port, whatever protocol it speaks. */
@NullMarked
package dev.trestle.http;

import org.jspecify.annotations.NullMarked;
