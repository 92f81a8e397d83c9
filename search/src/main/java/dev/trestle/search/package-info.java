/**
 * Full-text search of a system's records. An {@link dev.trestle.search.IndexDefinition} says what becomes of a record; a {@link
 * dev.trestle.search.SearchIndex} follows the streams of their tables and answers.
 */
@NullMarked
package dev.trestle.search;

import org.jspecify.annotations.NullMarked;
