/** The declaration of a single-table model: tables, entities, access patterns. One class per table reads like its design document. */
@NullMarked
package dev.trestle.model;

import org.jspecify.annotations.NullMarked;
