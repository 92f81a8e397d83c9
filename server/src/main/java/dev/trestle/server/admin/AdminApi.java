package dev.trestle.server.admin;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import java.net.URL;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BackupInUseException;
import software.amazon.awssdk.services.dynamodb.model.BackupNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableAlreadyExistsException;
import software.amazon.awssdk.services.dynamodb.model.TableInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;

/** The administrators' API. */
public final class AdminApi {
    private static final int CLIENT_ERROR = 400;
    private static final String VALIDATION = "ValidationException";

    record None() {}

    record ByTask(String taskId) {}

    private AdminApi() {}

    /** Where its contract is. */
    public static URL contract() {
        return Objects.requireNonNull(AdminApi.class.getResource("admin.yaml"));
    }

    public static Api of(Administration administration) {
        Api api = Api.of("admin", contract(), Shapes.problemDetails()).explain(AdminApi::explain);
        Identity identity = administration.identity();
        Desk desk = new Desk(api, identity.issuerName(), identity.trail());
        new JobsDesk(administration.jobs()).addTo(desk);
        new PeopleDesk(identity).addTo(desk);
        new TenantsDesk(identity).addTo(desk);
        new AuditDesk(identity).addTo(desk);
        new KeysDesk(identity).addTo(desk);
        new TablesDesk(administration.items(), administration.local(), administration.hosted()).addTo(desk);
        new RestoredDesk(administration.items(), administration.local(), administration.hosted()).addTo(desk);
        new BucketsDesk(administration.hosted()).addTo(desk);
        new SweepsDesk(administration.hosted(), administration.tasks()).addTo(desk);
        new StoreDesk(administration.local(), administration.tasks()).addTo(desk);
        new MetricsDesk(administration.usage(), administration.prices()).addTo(desk);
        desk.look(
                        "listTasks",
                        None.class,
                        (call, q) -> new Page<>(administration.tasks().list(), null))
                .look(
                        "getTask",
                        ByTask.class,
                        (call, q) -> administration.tasks().get(q.taskId()));
        return desk.api();
    }

    /** Who runs a command on a data directory: nobody whom the built-in issuer knows, and able to do all of this anyway. */
    public static Principal operator(Identity identity) {
        return new Principal(
                identity.issuerName(),
                "operator",
                Principal.Proof.TOKEN,
                null,
                Set.of(People.ADMINISTRATORS),
                Map.of(Desk.OPERATOR, true));
    }

    /** What DynamoDB refuses about tables and backups is the administrator's to know. */
    private static @Nullable Problem explain(Throwable failure) {
        if (failure instanceof EngineException refused && refused.code() != ErrorCode.INTERNAL) {
            boolean missing = refused.code() == ErrorCode.RESOURCE_NOT_FOUND;
            return Problem.of(missing ? Kind.NOT_FOUND : Kind.INVALID, String.valueOf(refused.getMessage()));
        }
        if (!(failure instanceof DynamoDbException refused) || refused.statusCode() != CLIENT_ERROR) {
            return null;
        }
        String message = refused.awsErrorDetails() == null
                ? String.valueOf(refused.getMessage())
                : refused.awsErrorDetails().errorMessage();
        if (failure instanceof ResourceNotFoundException
                || failure instanceof BackupNotFoundException
                || failure instanceof TableNotFoundException) {
            return Problem.of(Kind.NOT_FOUND, message);
        }
        if (failure instanceof ResourceInUseException
                || failure instanceof TableInUseException
                || failure instanceof BackupInUseException
                || failure instanceof TableAlreadyExistsException) {
            return Problem.of(Kind.CONFLICT, message);
        }
        boolean wrong = refused.awsErrorDetails() != null
                && VALIDATION.equals(refused.awsErrorDetails().errorCode());
        return wrong ? Problem.of(Kind.INVALID, message) : null;
    }
}
