package io.holdfast.lock.redis;

import java.io.IOException;

/** The server does not let this client listen to a channel: the user may not, or the channel is another server's now. */
final class SubscriptionRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    SubscriptionRefusedException(String channel) {
        super("the server refused the subscription to the channel '" + channel + "'; may this user listen to it (ACL rule &"
                + channel.substring(0, channel.indexOf(':') + 1) + "*)?");
    }
}
