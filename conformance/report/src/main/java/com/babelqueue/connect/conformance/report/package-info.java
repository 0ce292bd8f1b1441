/**
 * The report over every conformance run of a build: begin with {@link
 * com.babelqueue.connect.conformance.report.ReportMain}, which collects what the modules' tests
 * kept ({@link com.babelqueue.connect.conformance.ResultFile}), sets it against the cases of the
 * suites ({@link com.babelqueue.connect.conformance.report.Report}), and writes it as JSON,
 * Markdown and HTML.
 */
package com.babelqueue.connect.conformance.report;
