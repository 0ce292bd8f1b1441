/**
 * The Artemis part of the quickstart: begin with {@link
 * com.babelqueue.connect.quickstart.artemis.ArtemisScene}.
 */
package com.babelqueue.connect.quickstart.artemis;
