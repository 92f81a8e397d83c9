package dev.trestle.model.error;

import java.util.LinkedHashMap;
import java.util.Map;

/** A declaration that makes no sense: thrown when the model is put together, before anything runs. */
public final class DeclarationException extends ModelException {
    /**
     * @param place what was declared, such as {@code entity Note, key "NOTE#{created}"}
     * @param remedy what to do about it
     */
    public DeclarationException(String problem, String place, String remedy) {
        super(problem, ordered(place, remedy));
    }

    private static Map<String, String> ordered(String place, String remedy) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("where", place);
        facts.put("what to do", remedy);
        return facts;
    }
}
