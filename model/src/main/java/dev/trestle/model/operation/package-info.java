/** Reading and writing a model over the AWS SDK's client. */
@NullMarked
package dev.trestle.model.operation;

import org.jspecify.annotations.NullMarked;
