package dev.trestle.systems.formkiq;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A client with something that happens before or after its calls. */
final class Faults {
    private Faults() {}

    /** Told of each call by its name. What it throws, the caller gets. */
    interface Hook {
        void at(String call);
    }

    static <C> C around(Class<C> type, C client, Hook before, Hook after) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            boolean isRequest = args != null && args.length > 0;
            if (isRequest) {
                before.at(method.getName());
            }
            try {
                Object result = method.invoke(client, args);
                if (isRequest) {
                    after.at(method.getName());
                }
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
