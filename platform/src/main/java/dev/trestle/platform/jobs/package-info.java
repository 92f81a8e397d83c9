/** Work that is done later, surely: durable jobs, written in the transaction that causes them. */
@NullMarked
package dev.trestle.platform.jobs;

import org.jspecify.annotations.NullMarked;
