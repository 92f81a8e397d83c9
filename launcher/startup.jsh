import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.*;
