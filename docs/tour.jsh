// The tour of README.md in one go: ./trestle jshell docs/tour.jsh. It makes a new directory each time.
var directory = java.nio.file.Files.createTempDirectory("trestle-tour");
var db = TrestleDb.open(directory);
var client = db.client();

AttributeDefinition text(String name) { return AttributeDefinition.builder().attributeName(name).attributeType("S").build(); }
KeySchemaElement key(String name, String type) { return KeySchemaElement.builder().attributeName(name).keyType(type).build(); }
client.createTable(t -> t.tableName("Music").billingMode("PAY_PER_REQUEST")
    .attributeDefinitions(text("artist"), text("song")).keySchema(key("artist", "HASH"), key("song", "RANGE")));

for (String song : List.of("Carry On", "Our House", "Teach Your Children"))
    client.putItem(p -> p.tableName("Music").item(Map.of(
        "artist", AttributeValue.fromS("CSNY"), "song", AttributeValue.fromS(song), "plays", AttributeValue.fromN("0"))));

client.updateItem(u -> u.tableName("Music")
    .key(Map.of("artist", AttributeValue.fromS("CSNY"), "song", AttributeValue.fromS("Our House")))
    .updateExpression("ADD plays :one").expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));

var found = client.query(q -> q.tableName("Music").keyConditionExpression("artist = :a AND song > :s")
    .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("CSNY"), ":s", AttributeValue.fromS("D"))));
found.items().forEach(System.out::println);

db.close();
System.out.println("The store is in " + directory + "; prove it whole with: ./trestle verify " + directory);
/exit
