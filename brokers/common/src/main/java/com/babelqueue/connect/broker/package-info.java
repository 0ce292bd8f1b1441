/**
 * What the two ends of every broker share, whichever broker it is: how a failure is classified, how
 * long to wait before the next attempt, how native header values become text, and the settings that
 * look the same everywhere. Begin with {@link com.babelqueue.connect.broker.BrokerBinding}, which
 * says what a broker's own room has to tell the runtimes, and with {@link
 * com.babelqueue.connect.broker.BrokerException}, the one form in which a client's failure travels.
 */
package com.babelqueue.connect.broker;
