internal import Logging

/// The failures of the store that the log has told since the store last answered. While the database is gone, the log does not repeat the
/// same words for each request.
struct ToldFailures {
    /// The last error of each failure.
    private var errors: [String: String] = [:]

    /// - Returns: the level at which to log this failure: `error` for news, and `debug` for what the log has told.
    mutating func level(of failure: String, _ error: any Error) -> Logger.Level {
        errors.updateValue("\(error)", forKey: failure) == "\(error)" ? .debug : .error
    }

    /// Logs a failure and its error at the level that `level(of:_:)` returns.
    mutating func logFailure(_ failure: Logger.Message, _ error: any Error, to logger: Logger) {
        logger.log(level: level(of: "\(failure)", error), failure, metadata: ["error": "\(error)"])
    }

    mutating func storeAnswered() { errors = [:] }
}
