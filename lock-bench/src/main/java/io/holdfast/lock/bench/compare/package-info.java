/**
 * The same scenarios on Holdfast and on its peers, with one server between them: the {@link io.holdfast.lock.bench.compare.Suite}
 * names the server and who takes part, the rest stands here once.
 *
 * <p>Every measurement runs in worker JVMs that belong to one contender, so that no library's classes, threads or compiled code
 * are in the figures of another. They stay up over all rounds of a scenario and sleep while the others have their turn.
 */
@NullMarked
package io.holdfast.lock.bench.compare;

import org.jspecify.annotations.NullMarked;
