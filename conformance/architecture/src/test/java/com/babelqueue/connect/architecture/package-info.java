/**
 * Rules that keep the rooms of the repository apart: begin with {@link
 * com.babelqueue.connect.architecture.ArrowsTest}. They read the compiled classes and the sources
 * of every module below {@code babelqueue.root}, so all modules must have been built before.
 */
package com.babelqueue.connect.architecture;
