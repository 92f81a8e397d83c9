/** Tables as files and back, in the layout of DynamoDB's own export to S3. */
@NullMarked
package dev.trestle.engine.transfer;

import org.jspecify.annotations.NullMarked;
