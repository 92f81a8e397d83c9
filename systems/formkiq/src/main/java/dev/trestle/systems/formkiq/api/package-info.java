/** What every operation shares: callers, errors, pages. */
@NullMarked
package dev.trestle.systems.formkiq.api;

import org.jspecify.annotations.NullMarked;
