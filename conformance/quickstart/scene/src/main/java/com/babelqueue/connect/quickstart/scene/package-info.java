/**
 * What the quickstart and its scenes share: begin with {@link
 * com.babelqueue.connect.quickstart.scene.Scene}, one broker's part of the demonstration, which
 * {@link com.babelqueue.connect.quickstart.scene.SceneMain} runs in a JVM of its own. The two JVMs
 * talk in {@link com.babelqueue.connect.quickstart.scene.SceneLine}s.
 *
 * <p>A new broker is a new module beside this one with a {@link
 * com.babelqueue.connect.quickstart.scene.BrokerScene} named in its {@code META-INF/services},
 * whose stage lets an {@link com.babelqueue.connect.quickstart.scene.OrderStory} send through the
 * broker's plain client; the module's folder is called like the broker. A {@link
 * com.babelqueue.connect.quickstart.scene.RefusingStage} also has the queue of the retry loop.
 */
package com.babelqueue.connect.quickstart.scene;
