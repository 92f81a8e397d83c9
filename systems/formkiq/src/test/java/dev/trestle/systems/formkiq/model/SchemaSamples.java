package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.AttributeType;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Entities.Namespace;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationAllowedValue;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationAttributeKey;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationCompositeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteAllowedValue;
import dev.trestle.systems.formkiq.model.Schemas.SiteAttributeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteCompositeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteSchema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items about what documents may say of themselves, and about entities. */
final class SchemaSamples {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    private static final String UUID = "6f1c9f0e-2b3a-4c5d-8e7f-0123456789ab";

    private SchemaSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(
                        Attributes.ATTRIBUTE,
                        new Attribute(
                                "mark",
                                AttributeType.OPA,
                                DataType.WATERMARK,
                                "mark",
                                true,
                                "secret",
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null),
                        """
                        {"PK": "attr#mark", "SK": "attribute", "GSI1PK": "attr#", "GSI1SK": "attr#mark",
                         "GSI2PK": "attr#", "GSI2SK": "attr#WATERMARK", "documentId": "mark", "type": "OPA",
                         "dataType": "WATERMARK", "key": "mark", "isInUse": true, "watermarkText": "secret"}
                        """),
                Sample.of(Schemas.SITE_SCHEMA, new SiteSchema("document", "site", "{}"), """
                        {"PK": "schemas", "SK": "site#document", "name": "site", "schema": "{}"}
                        """),
                Sample.of(Schemas.SITE_COMPOSITE_KEY, new SiteCompositeKey(UUID, List.of("year", "city")), """
                        {"PK": "schemas", "SK": "compositeKey#6f1c9f0e-2b3a-4c5d-8e7f-0123456789ab",
                         "GSI1PK": "schemas#compositeKey", "GSI1SK": "key#city::year", "keys": ["year", "city"]}
                        """),
                Sample.of(Schemas.SITE_ATTRIBUTE_KEY, new SiteAttributeKey("city"), """
                        {"PK": "schemas", "SK": "attr#city", "GSI1PK": "attr#city", "GSI1SK": "true"}
                        """),
                Sample.of(Schemas.SITE_ALLOWED_VALUE, new SiteAllowedValue("city", "New #1"), """
                        {"PK": "schemas", "SK": "attr#city#allowedvalue#New #1", "GSI1PK": "attr#city#allowedvalue",
                         "GSI1SK": "val#New #1"}
                        """),
                Sample.of(
                        Schemas.CLASSIFICATION, new Classification("document", "Invoice", "c1", "{}", null, null), """
                        {"PK": "schemas#c1", "SK": "class#document", "GSI1PK": "class#document",
                         "GSI1SK": "attr#Invoice", "name": "Invoice", "documentId": "c1", "schema": "{}"}
                        """),
                Sample.of(
                        Schemas.CLASSIFICATION_COMPOSITE_KEY,
                        new ClassificationCompositeKey("c1", UUID, List.of("year", "city")),
                        """
                        {"PK": "schemas#c1", "SK": "compositeKey#6f1c9f0e-2b3a-4c5d-8e7f-0123456789ab",
                         "GSI1PK": "schemas#compositeKey", "GSI1SK": "key#city::year", "documentId": "c1",
                         "keys": ["year", "city"]}
                        """),
                Sample.of(Schemas.CLASSIFICATION_ATTRIBUTE_KEY, new ClassificationAttributeKey("c1", "city"), """
                        {"PK": "schemas#c1", "SK": "attr#city", "GSI1PK": "attr#city", "GSI1SK": "true"}
                        """),
                Sample.of(
                        Schemas.CLASSIFICATION_ALLOWED_VALUE,
                        new ClassificationAllowedValue("c1", "city", "New #1"),
                        """
                        {"PK": "schemas#c1", "SK": "attr#city#allowedvalue#New #1", "GSI1PK": "attr#city#allowedvalue",
                         "GSI1SK": "val#New #1"}
                        """),
                Sample.of(Entities.ENTITY_TYPE, new EntityType("t1", Namespace.CUSTOM, "Customer", NOON), """
                        {"PK": "entityType#t1", "SK": "entityType", "GSI1PK": "entityType#",
                         "GSI1SK": "entityType#CUSTOM#Customer#", "documentId": "t1", "namespace": "CUSTOM",
                         "name": "Customer", "inserteddate": "2024-05-01T12:00:00+0000"}
                        """),
                Sample.of(
                        Entities.ENTITY,
                        new EntityRecord(
                                "e1",
                                "t1",
                                "Acme",
                                NOON,
                                Map.of("city", AttributeValue.fromS("Bern"), "since", AttributeValue.fromN("1999"))),
                        """
                        {"PK": "entity#t1#e1", "SK": "entity", "GSI1PK": "entity#t1", "GSI1SK": "entity#Acme#e1",
                         "documentId": "e1", "entityTypeId": "t1", "name": "Acme",
                         "inserteddate": "2024-05-01T12:00:00+0000", "attr#city": "Bern", "attr#since": 1999}
                        """));
    }
}
