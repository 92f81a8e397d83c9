/** DynamoDB's operations: JSON in, the engine's records, JSON out. */
@NullMarked
package dev.trestle.wire.dynamodb;

import org.jspecify.annotations.NullMarked;
