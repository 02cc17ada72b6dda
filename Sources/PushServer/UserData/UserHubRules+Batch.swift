extension UserHubRules {
    /// What several events ask of the hub. Each part keeps the order of the events.
    struct Batch {
        /// What happens after a user's last terminal has gone.
        struct Grace {
            let absence: Presence.Absence
            /// Whether it begins once more, because the user may be connected elsewhere.
            let isRepeated: Bool
        }

        var reading = Reading()
        var work: [(event: UserHub.Event, request: UserRequest)] = []
        var graces: [Grace] = []
    }

    /// Updates the list of terminals, and returns what to do.
    /// - Parameter isAbsenceCertain: whether users who are not connected here are connected nowhere else.
    mutating func received(_ events: [UserHub.Event], isAbsenceCertain: Bool) -> Batch {
        var batch = Batch()
        for event in events {
            switch received(event) {
            case .nothing: break
            case .welcome(let connection): batch.reading.arrivals.append(connection)
            case .showTable(let connection): batch.reading.readers.append(connection)
            case .settle(let request):
                if case .graceEnded(let absence) = event, !isAbsenceCertain {
                    batch.graces.append(Batch.Grace(absence: absence, isRepeated: true))
                } else {
                    batch.work.append((event, request))
                }
            case .startGrace(let absence): batch.graces.append(Batch.Grace(absence: absence, isRepeated: false))
            }
        }
        return batch
    }
}
