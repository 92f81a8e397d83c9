/** The record of what was done, written with what was done; and what was before. */
@NullMarked
package dev.trestle.systems.formkiq.activity;

import org.jspecify.annotations.NullMarked;
