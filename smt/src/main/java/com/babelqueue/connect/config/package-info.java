/**
 * Pieces that settings of transforms and connectors are declared with: begin with {@link
 * com.babelqueue.connect.config.EnumSetting}.
 */
package com.babelqueue.connect.config;
