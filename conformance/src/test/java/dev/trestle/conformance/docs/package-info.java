@NullMarked
package dev.trestle.conformance.docs;

import org.jspecify.annotations.NullMarked;
