package dev.trestle.junit;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Opens, fills in and closes the databases that {@link TrestleTable} asks for. Registered by that annotation. */
public final class TrestleExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(TrestleExtension.class);
    private static final String DATABASE = "database";
    private static final String OWNER = "owner";

    /** Made by JUnit. */
    public TrestleExtension() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        boolean alreadyShared = database(context) != null;
        if (alreadyShared || !InjectedFields.hasStatic(testClass)) {
            return;
        }
        TrestleDb db = open(context, classTables(testClass));
        InjectedFields.fill(testClass, null, db);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        TrestleDb shared = database(context);
        List<TrestleTable> tables = new ArrayList<>();
        if (shared == null) {
            tables.addAll(classTables(context.getRequiredTestClass()));
        }
        tables.addAll(declaredOn(context.getRequiredTestMethod()));
        TrestleDb db = shared;
        if (db == null) {
            db = open(context, tables);
        } else {
            checkShared(db, tables);
            create(db, tables);
        }
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            InjectedFields.fill(instance.getClass(), instance, db);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TrestleDb db = database(context);
        if (db == null) {
            return;
        }
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            InjectedFields.clear(instance.getClass(), instance, db);
        }
        if (isOwner(context)) {
            db.close();
        } else {
            dropTables(db, declaredOn(context.getRequiredTestMethod()));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        TrestleDb db = database(context);
        if (db != null && isOwner(context)) {
            InjectedFields.clear(context.getRequiredTestClass(), null, db);
            db.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return InjectedFields.isInjectable(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TrestleDb db = database(context);
        if (db == null) {
            throw new ParameterResolutionException("The database of a test is opened just before the test: take the "
                    + parameter.getParameter().getType().getSimpleName()
                    + " as a parameter of the test or of a @BeforeEach method, or declare a static field of that type"
                    + " to have one database for the whole class.");
        }
        return InjectedFields.valueFor(parameter.getParameter().getType(), db);
    }

    private static TrestleDb open(ExtensionContext context, List<TrestleTable> tables) {
        TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withIndexDelay(indexDelay(tables)));
        try {
            create(db, tables);
        } catch (RuntimeException | Error failed) {
            db.close();
            throw failed;
        }
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        store.put(DATABASE, db);
        store.put(OWNER, context.getUniqueId());
        return db;
    }

    private static Duration indexDelay(List<TrestleTable> tables) {
        return tables.stream()
                .map(TableDeclaration::indexDelay)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** A database that is open already cannot be told to lag more. */
    static void checkShared(TrestleDb db, List<TrestleTable> tables) {
        if (indexDelay(tables).compareTo(db.engine().options().indexDelay()) > 0) {
            throw new ExtensionConfigurationException(
                    "The tests of this class share one database, which is open when a method's @TrestleTable is read:"
                            + " give indexDelayMillis to a @TrestleTable of the class.");
        }
    }

    private static void create(TrestleDb db, List<TrestleTable> tables) {
        for (TrestleTable table : tables) {
            db.client().createTable(TableDeclaration.request(table));
            db.client().waiter().waitUntilTableExists(request -> request.tableName(table.name()));
        }
    }

    /** A test may have deleted its table itself. */
    private static void dropTables(TrestleDb db, List<TrestleTable> tables) {
        for (TrestleTable table : tables) {
            if (db.client().listTablesPaginator().tableNames().stream().anyMatch(table.name()::equals)) {
                db.client().deleteTable(request -> request.tableName(table.name()));
                db.client().waiter().waitUntilTableNotExists(request -> request.tableName(table.name()));
            }
        }
    }

    /** The test's own database, or the one that its class shares. */
    private static @Nullable TrestleDb database(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(DATABASE, TrestleDb.class);
    }

    private static boolean isOwner(ExtensionContext context) {
        return context.getUniqueId().equals(context.getStore(NAMESPACE).get(OWNER, String.class));
    }

    /** The tables of the class and, for a nested one, of the classes around it, which come first. */
    private static List<TrestleTable> classTables(Class<?> testClass) {
        List<TrestleTable> tables = new ArrayList<>();
        if (testClass.isMemberClass() && !Modifier.isStatic(testClass.getModifiers())) {
            tables.addAll(classTables(testClass.getEnclosingClass()));
        }
        tables.addAll(declaredOn(testClass));
        return tables;
    }

    private static List<TrestleTable> declaredOn(AnnotatedElement element) {
        return AnnotationSupport.findRepeatableAnnotations(element, TrestleTable.class);
    }
}
