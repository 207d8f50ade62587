package io.holdfast.lock.tck.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate for 127.0.0.1 and localhost, made by this JDK's keytool, since the JDK has no public API for that;
 * openssl is not needed. Servers read it as PEM files, Java clients trust it with the trust store.
 */
final class TlsCertificate {
    static final String PASSWORD = "holdfast";

    private static final String ALIAS = "server";
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final ServerFolder folder;
    private final SSLSocketFactory sockets;

    private TlsCertificate(ServerFolder folder) throws IOException, GeneralSecurityException {
        this.folder = folder;
        runKeytool();
        this.sockets = trusting(writeFiles());
    }

    static TlsCertificate in(ServerFolder folder) {
        try {
            return new TlsCertificate(folder);
        } catch (IOException | GeneralSecurityException failed) {
            throw new ServerException("no certificate in " + folder.path() + ": " + failed.getMessage() + folder.logTail(), failed);
        }
    }

    Path certificateFile() {
        return folder.path().resolve("server.crt");
    }

    Path keyFile() {
        return folder.path().resolve("server.key");
    }

    Path trustStore() {
        return folder.path().resolve("trust.p12");
    }

    /** Sockets that trust this certificate alone. */
    SSLSocketFactory sockets() {
        return sockets;
    }

    private void runKeytool() throws IOException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-alias", ALIAS, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=localhost",
                "-ext", "san=ip:127.0.0.1,dns:localhost", "-startdate", "-1d", "-validity", "3650",
                "-storetype", "PKCS12", "-keystore", keyStore().toString(), "-storepass", PASSWORD);
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.log().toFile())).start();
        if (!Await.end(keytool)) {
            keytool.destroyForcibly();
            throw new IOException("keytool did not end within 20 s");
        }
        if (keytool.exitValue() != 0) {
            throw new IOException("keytool failed");
        }
    }

    /** Gives the trust store that it has written. */
    private KeyStore writeFiles() throws IOException, GeneralSecurityException {
        KeyStore made = load(keyStore());
        Certificate certificate = made.getCertificate(ALIAS);
        writePem(certificateFile(), "CERTIFICATE", certificate.getEncoded());
        writePem(keyFile(), "PRIVATE KEY", made.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded());
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry(ALIAS, certificate);
        try (OutputStream out = Files.newOutputStream(trustStore())) {
            trust.store(out, PASSWORD.toCharArray());
        }
        return trust;
    }

    private static SSLSocketFactory trusting(KeyStore trust) throws GeneralSecurityException {
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    private Path keyStore() {
        return folder.path().resolve("server.p12");
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static void writePem(Path file, String title, byte[] content) throws IOException {
        String text = "-----BEGIN " + title + "-----\n" + BASE64.encodeToString(content) + "\n-----END " + title + "-----\n";
        Files.writeString(file, text, StandardCharsets.US_ASCII);
    }
}
