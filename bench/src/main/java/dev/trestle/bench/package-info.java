/** Benchmarks side by side with raw RocksDB. */
@NullMarked
package dev.trestle.bench;

import org.jspecify.annotations.NullMarked;
