/// An error of a database that can tell whether its disk is full.
protocol DiskError: Error {
    var isDiskFull: Bool { get }
}

/// Why a store could not save changes, as far as its users can do something about it.
enum SaveFailure: Equatable, Sendable {
    case diskIsFull
    /// The log says which one. Users can only wait.
    case another

    init(_ error: any Error) {
        self = (error as? any DiskError)?.isDiskFull == true ? .diskIsFull : .another
    }

    /// A sentence for the user whose change is not saved.
    /// - Parameter folder: where a private server keeps its data. Nil for any other server, whose users do not own its
    ///   disk and are not told where it keeps what.
    func words(folder: String?) -> String {
        switch (self, folder) {
        case (.diskIsFull, let folder?):
            "Your private server cannot save this change, because the disk of \(folder) is full. Free some space there."
        case (.diskIsFull, nil):
            "The server cannot save this change, because its disk is full. Tell its operator."
        case (.another, _): "The server could not save this change."
        }
    }
}
