/** What can be proved about a model before anything runs, and where a live table differs from it. */
@NullMarked
package dev.trestle.model.verify;

import org.jspecify.annotations.NullMarked;
