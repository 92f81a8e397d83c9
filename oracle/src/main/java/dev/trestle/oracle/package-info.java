/** Random operations on the engine and on DynamoDB Local, compared. */
@NullMarked
package dev.trestle.oracle;

import org.jspecify.annotations.NullMarked;
