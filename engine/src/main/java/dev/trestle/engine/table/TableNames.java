package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a table or index may be called, and how an ARN names one. */
public final class TableNames {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");
    private static final Pattern ARN = Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:table/([^/]+)");

    private TableNames() {}

    /** The name in a request's TableName, which may be an ARN. */
    public static String resolve(String nameOrArn) {
        if (nameOrArn.startsWith("arn:")) {
            Matcher arn = ARN.matcher(nameOrArn);
            if (!arn.matches()) {
                throw EngineException.validation(
                        "Invalid TableArn: Invalid ResourceArn provided as input " + nameOrArn);
            }
            return checked(arn.group(1));
        }
        return checked(nameOrArn);
    }

    /** The name in a table's ARN; nothing else will do. */
    static String ofArn(String arn) {
        Matcher table = ARN.matcher(arn);
        if (!table.matches() || !NAME.matcher(table.group(1)).matches()) {
            throw EngineException.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
        }
        return table.group(1);
    }

    public static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw EngineException.validation(
                    "Invalid table/index name.  Table/index names must be between 3 and 255 characters long, and may contain only"
                            + " the characters a-z, A-Z, 0-9, '_', '-', and '.'");
        }
        return name;
    }
}
