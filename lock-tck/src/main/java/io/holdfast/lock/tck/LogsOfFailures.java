package io.holdfast.lock.tck;

import io.holdfast.lock.tck.servers.ServerFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps what servers and processes have logged when a test fails, before the test closes them. */
final class LogsOfFailures implements AfterTestExecutionCallback {
    @Override
    public void afterTestExecution(ExtensionContext context) throws IOException {
        if (context.getExecutionException().isPresent()) {
            String test = Kit.of(context).getClass().getSimpleName() + "-" + context.getRequiredTestMethod().getName();
            Path folder = ConformanceReport.folder(context).resolve("logs").resolve(test);
            if (ServerFolder.copyLogs(folder) > 0) {
                System.out.println("The logs of the servers are kept in " + folder.toAbsolutePath());
            }
        }
    }
}
