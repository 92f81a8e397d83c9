/** What JSON a record may be: read from the record's types and constraints, checked at run time, written as JSON Schema. */
@NullMarked
package dev.trestle.platform.schema;

import org.jspecify.annotations.NullMarked;
