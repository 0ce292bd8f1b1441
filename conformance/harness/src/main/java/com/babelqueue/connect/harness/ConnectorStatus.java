package com.babelqueue.connect.harness;

import java.util.List;
import java.util.Optional;

/**
 * State of a connector and its tasks as the worker reports it.
 *
 * @param state RUNNING, PAUSED, STOPPED, FAILED, UNASSIGNED or RESTARTING
 * @param trace stack trace of a failed connector; empty otherwise
 * @param tasks in the order of their ids
 */
public record ConnectorStatus(String state, String trace, List<Task> tasks) {

  /** Copies the tasks. */
  public ConnectorStatus {
    tasks = List.copyOf(tasks);
  }

  /**
   * State of one task.
   *
   * @param trace stack trace of a failed task; empty otherwise
   */
  public record Task(int id, String state, String trace) {}

  /** Says whether the connector and so many tasks have that state, and there are no more tasks. */
  public boolean allIn(String wanted, int taskCount) {
    return state.equals(wanted)
        && tasks.size() == taskCount
        && tasks.stream().allMatch(task -> task.state().equals(wanted));
  }

  /** Returns the trace of the connector if it failed, else of the first failed task. */
  public Optional<String> failure() {
    if (state.equals("FAILED")) {
      return Optional.of(trace);
    }
    return tasks.stream().filter(t -> t.state().equals("FAILED")).map(Task::trace).findFirst();
  }
}
